import { existsSync, globSync, lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Modules } from './locked-modules.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What runs: the server with its extensions, the demo with its simulated units, and the command line. */
export const SHIPPED: readonly string[] = [
  'contract',
  'messages',
  'server',
  'simulator',
  'cli',
  ...globSync('extensions/*/package.json', { cwd: ROOT }).map(dirname).sort(),
]

/** What runs of an extension: its screens are in the web app. */
const OF_EXTENSION = ['contract', 'server', 'messages']

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
    (workspace.startsWith('extensions/') ? OF_EXTENSION : ['src'])
      .map((folder) => `${workspace}/${folder}`)
      .filter((folder) => existsSync(join(root, folder)))
      .flatMap((folder) => filesBelow(join(root, folder)).map((path) => `${folder}/${path}`)),
  )
    .filter((path) => !TESTS.test(path))
    .sort()
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
