import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from '@fieldwatch/contract/text/languages'
import { readTranslation } from '../in-all-languages.ts'
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

/** The texts of a room; none in a language that it is not translated to. */
export async function readRoom(room: string, language: Language): Promise<Messages> {
  const folder = OF_EXTENSIONS.includes(room) ? join(EXTENSIONS, room, 'messages') : join(FOLDER, room)
  if (language !== 'en') return readTranslation(pathToFileURL(`${folder}/`), language)
  return ((await import(pathToFileURL(join(folder, 'en.ts')).href)) as { texts: Messages }).texts
}

/** The ids that a translation lacks, and those that it has although English does not. */
export async function compareWithEnglish(
  room: string,
  language: Language,
): Promise<{ readonly missing: readonly string[]; readonly left: readonly string[] }> {
  const [english, translated] = [await readRoom(room, 'en'), await readRoom(room, language)]
  return {
    missing: Object.keys(english).filter((id) => !Object.hasOwn(translated, id)),
    left: Object.keys(translated).filter((id) => !Object.hasOwn(english, id)),
  }
}
