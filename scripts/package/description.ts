import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findCommit } from '@fieldwatch/server/platform/release/release'
import { type Description, type Modules, modulesOf, namedBy, readJson } from './locked-modules.ts'
import { SHIPPED } from './package-files.ts'

interface Root extends Description {
  readonly name: string
  readonly description: string
  readonly license: string
}

interface PackageDescription extends Required<Root> {
  readonly type: 'module'
  /** What it was made from; SOURCE_COMMIT gives it for a checkout without git. */
  readonly commit?: string
  readonly bin: Readonly<Record<string, string>>
  readonly engines: { readonly node: string }
  readonly bundleDependencies: readonly string[]
}

/**
 * `package.json` of the package: one for all that the workspaces need. What runs on any machine is bundled, so that everybody has the
 * versions that were tested. npm adds the parts for the machine and a Node, by name: it does not look what a bundled package wants.
 */
export function describePackage(root: string): PackageDescription {
  const { name, version, description, license } = readJson<Root>(join(root, 'package.json'))
  const commit = process.env['SOURCE_COMMIT'] || findCommit(pathToFileURL(`${root}/.git/`))
  const dependencies = namedBy(root, SHIPPED)
  const modules = modulesOf(root, ['', ...SHIPPED])
  const parts = partsForMachines(modules).map((folder) => [nameOf(folder), modules.get(folder)?.version ?? ''])
  return {
    name,
    version,
    ...(commit === undefined ? {} : { commit }),
    description,
    license,
    type: 'module',
    bin: { fieldwatch: 'bin/fieldwatch.mjs' },
    engines: { node: '>=20' },
    dependencies,
    optionalDependencies: Object.fromEntries(parts) as Record<string, string>,
    bundleDependencies: Object.keys(dependencies),
  }
}

/** Folders of installed packages that are for machines of one kind: npm chooses them. */
export function partsForMachines(modules: Modules): string[] {
  return [...modules].filter(([, { os, cpu }]) => os !== undefined || cpu !== undefined).map(([folder]) => folder)
}

function nameOf(folder: string): string {
  return folder.slice('node_modules/'.length)
}
