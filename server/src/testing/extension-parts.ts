import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '../../..')

/** What each extension exports from a file of its folder `testing`, such as `doors`; those without that file are left out. */
export async function importFromExtensions<Part>(file: string): Promise<Part[]> {
  const paths = globSync(`extensions/*/testing/${file}.ts`, { cwd: ROOT }).sort()
  return Promise.all(paths.map(async (path) => (await import(pathToFileURL(join(ROOT, path)).href)) as Part))
}
