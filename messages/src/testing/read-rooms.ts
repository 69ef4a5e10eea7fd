import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from '@fieldwatch/contract/text/languages'
import type { Messages } from '../texts-of.ts'

const FOLDER = join(import.meta.dirname, '..')
const EXTENSIONS = join(import.meta.dirname, '../../../extensions')

const OF_EXTENSIONS = readdirSync(EXTENSIONS).filter((name) => existsSync(join(EXTENSIONS, name, 'messages')))

/** The names of all rooms that have texts, with those of extensions. */
export function listRooms(): string[] {
  const rooms = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name)
  return [...rooms, ...OF_EXTENSIONS]
}

export async function readRoom(room: string, language: Language): Promise<Messages> {
  const folder = OF_EXTENSIONS.includes(room) ? join(EXTENSIONS, room, 'messages') : join(FOLDER, room)
  return ((await import(pathToFileURL(join(folder, `${language}.ts`)).href)) as { texts: Messages }).texts
}
