import { listEntities } from '@fieldwatch/contract/people/entities'
import { getMe } from '@fieldwatch/contract/people/users'
import type { CommandOf } from '../arguments.ts'
import { ask, note, plain, print, printJson, readAll, type Terminal } from '../terminal.ts'
import { createPortal } from './portal.ts'
import { readToken, readUrl, removeConnection, storeConnection } from './stored-connection.ts'

/** Checks a token and stores it. */
export async function signIn(terminal: Terminal, command: CommandOf<'sign-in'>): Promise<number> {
  const url = readUrl(command.url)
  if (isInTheOpen(url)) note(terminal, 'Anyone on the way can read what is sent to this address: it is not https.')
  const given = terminal.isInteractive ? await ask(terminal, 'Token: ', { hidden: true }) : await readAll(terminal)
  const connection = { url, token: readToken(given) }
  const portal = createPortal(connection)
  const { details: me } = await portal.call(getMe, {})
  const { details: entities } = await portal.call(listEntities, {})
  const path = await storeConnection(terminal.environment, connection)
  const who = me.email || `${me.firstName} ${me.lastName}`.trim()
  const entity = entities.find(({ entityID }) => entityID === me.entity)?.name ?? me.entity
  if (command.json) printJson(terminal, { url, who, role: me.role, entity })
  else print(terminal, `Signed in at ${url} as ${plain(who)}, ${me.role} of ${plain(entity)}. The token is in ${path}.`)
  return 0
}

export async function signOut(terminal: Terminal): Promise<number> {
  await removeConnection(terminal.environment)
  note(terminal, 'The token is no longer on this machine. Revoke it in Settings to end it.')
  return 0
}

function isInTheOpen(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
