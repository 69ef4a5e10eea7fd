import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tidyLockfile } from './lockfile.ts'

/** To be run after a dependency was added or changed; a test asks for it. */
const file = join(import.meta.dirname, '../package-lock.json')
await writeFile(file, tidyLockfile(await readFile(file, 'utf8')))
