import { parseJson } from '@fieldwatch/contract/text/json'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { PROGRAM_TOKEN_PREFIX } from '@fieldwatch/contract/api/program-scopes'
import { z } from 'zod'
import { UsageError } from '../usage-error.ts'
import type { Connection } from './portal.ts'

type Environment = Readonly<Record<string, string | undefined>>

const Stored = z.object({ url: z.string(), token: z.string() })

/** Where the portal and the token are kept; only its owner may read the file. */
function connectionPath(environment: Environment): string {
  const folder = environment['XDG_CONFIG_HOME'] || join(environment['HOME'] || homedir(), '.config')
  return join(folder, 'fieldwatch', 'connection.json')
}

/**
 * The connection of `FIELDWATCH_URL` and `FIELDWATCH_TOKEN`, else the stored one. A token is never sent to another portal than its own:
 * the address alone does not replace the stored one.
 * @throws UsageError without one
 */
export async function findConnection(environment: Environment): Promise<Connection> {
  const { FIELDWATCH_URL: url, FIELDWATCH_TOKEN: token } = environment
  if (url && token) return { url: readUrl(url), token: readToken(token) }
  if (url || token)
    throw new UsageError('Set both FIELDWATCH_URL and FIELDWATCH_TOKEN, or neither to use the stored connection.')
  const path = connectionPath(environment)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new UsageError('You are not signed in. Run `fieldwatch sign-in --url https://portal.example`.')
    throw error
  })
  const stored = Stored.safeParse(parseJson(text))
  if (!stored.success) throw new UsageError(`${path} is damaged. Run \`fieldwatch sign-in\` again.`)
  return stored.data
}

export async function storeConnection(environment: Environment, connection: Connection): Promise<string> {
  const path = connectionPath(environment)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // A new file, so that one with other rights does not keep them.
  await rm(path, { force: true })
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(`${JSON.stringify(connection, undefined, 2)}\n`)
  return path
}

export async function removeConnection(environment: Environment): Promise<void> {
  await rm(connectionPath(environment), { force: true })
}

/** @throws UsageError */
export function readUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new UsageError(`${text} is not the address of a portal, such as https://portal.example.`)
  return (url.origin + url.pathname).replace(/\/+$/, '')
}

/** @throws UsageError */
export function readToken(text: string): string {
  const token = text.trim()
  if (!token.startsWith(PROGRAM_TOKEN_PREFIX) || /\s/.test(token))
    throw new UsageError(`A token for programs begins with ${PROGRAM_TOKEN_PREFIX}. Add one in Settings.`)
  return token
}
