import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedModule {
  readonly version: string
  readonly license?: string
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly link?: boolean
}

export interface Description {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export type Modules = ReadonlyMap<string, LockedModule>

export const readJson = <Shape>(path: string): Shape => JSON.parse(readFileSync(path, 'utf8')) as Shape

/** What some workspaces need when they run, by its folder: the closure of their dependencies in the lockfile. */
export function modulesOf(root: string, workspaces: readonly string[]): Modules {
  const locked = readJson<{ packages: Record<string, LockedModule> }>(join(root, 'package-lock.json')).packages
  const found = new Map<string, LockedModule>()
  for (const workspace of workspaces) visit(workspace, readJson<LockedModule>(join(root, workspace, 'package.json')))
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))

  function visit(folder: string, { dependencies, optionalDependencies, peerDependencies }: LockedModule): void {
    for (const name of Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })) {
      const path = nearest(folder, name)
      const module = path === undefined ? undefined : locked[path]
      // A workspace of ours is shipped as a folder; what is only optional may be missing.
      if (path === undefined || module === undefined || module.link === true || found.has(path)) continue
      found.set(path, module)
      visit(path, module)
    }
  }

  /** As Node looks for it: in `node_modules` of the folder, then of each above. */
  function nearest(folder: string, name: string): string | undefined {
    for (let above = folder; ; above = above.slice(0, Math.max(0, above.lastIndexOf('/')))) {
      const path = above === '' ? `node_modules/${name}` : `${above}/node_modules/${name}`
      if (locked[path] !== undefined) return path
      if (above === '') return undefined
    }
  }
}

/** Dependencies that workspaces name themselves, as one package would. */
export function namedBy(root: string, workspaces: readonly string[]): Record<string, string> {
  const dependencies: Record<string, string> = {}
  for (const workspace of workspaces) {
    const description = readJson<Description>(join(root, workspace, 'package.json'))
    for (const [name, version] of Object.entries(description.dependencies ?? {})) {
      if (name.startsWith('@fieldwatch/')) continue
      if ((dependencies[name] ?? version) !== version) throw new Error(`Workspaces differ about ${name}.`)
      dependencies[name] = version
    }
  }
  return dependencies
}
