import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@fieldwatch/contract/text/languages'
import type { Messages } from '../texts-of.ts'

const FOLDER = join(import.meta.dirname, '..')

/** The names of all rooms that have texts. */
export function listRooms(): string[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name)
}

export async function readRoom(room: string, language: Language): Promise<Messages> {
  return ((await import(`../${room}/${language}.ts`)) as { texts: Messages }).texts
}
