import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Modules } from './locked-modules.ts'

/** What runs: the server, the demo with its simulated units, and the command line. */
export const SHIPPED = ['contract', 'messages', 'server', 'simulator', 'cli'] as const

/** Sources below `src` that are for tests. */
const TESTS = /(^|\/)testing\/|\.test\.ts$/

/** Folders of packages that nothing reads when they run. */
const IDLE_FOLDERS = /^(test|tests|__tests__|docs?|examples?|bench|benchmarks?|coverage|include|man|\.[^/]*)\//
/** Files that nothing reads then: typings, maps of sources, texts, libraries to link against, configurations of tools. */
const IDLE_FILES = /(\.map|\.[cm]?ts|\.tsx|\.flow|\.markdown|\.a|\.pc|tsconfig[^/]*\.json|(^|\/)\.[^/]*)$/
const TEXTS = /\.md$/
const LICENCES = /^(licen[cs]e|notice|copying|third-party)[^/]*$/i

/** Sources of ours that a package has, below the root of the project. */
export function shippedSources(root: string): string[] {
  return SHIPPED.flatMap((workspace) =>
    filesBelow(join(root, workspace, 'src'))
      .filter((path) => !TESTS.test(path))
      .map((path) => `${workspace}/src/${path}`),
  ).sort()
}

/** Files of installed packages that a package of ours has, below the root of the project. Parts for other machines are not installed. */
export function shippedModuleFiles(root: string, modules: Modules): string[] {
  return [...modules.keys()]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      filesBelow(join(root, folder))
        .filter(isRead)
        .map((path) => `${folder}/${path}`),
    )
}

/** Whether something reads a file of an installed package when it runs, or the law wants it to be there. */
export function isRead(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (LICENCES.test(name)) return true
  return !IDLE_FOLDERS.test(path) && !IDLE_FILES.test(path) && !TEXTS.test(path)
}

/** Files and links in a folder, without those of packages in it. */
export function filesBelow(folder: string): string[] {
  return everyFileBelow(folder, 'node_modules')
}

/** Files and links in a folder; `without` names folders that are left out. */
export function everyFileBelow(folder: string, without?: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    if (name === without) return []
    const path = join(folder, name)
    return lstatSync(path).isDirectory() ? everyFileBelow(path, without).map((inner) => `${name}/${inner}`) : [name]
  })
}
