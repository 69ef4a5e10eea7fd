import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOCKFILES, tidyLockfile } from './lockfile.ts'

/** To be run after a dependency was added or changed; a test asks for it. */
for (const path of LOCKFILES) {
  const file = join(import.meta.dirname, '..', path)
  await writeFile(file, tidyLockfile(await readFile(file, 'utf8')))
}
