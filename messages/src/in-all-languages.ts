import { existsSync, readFileSync } from 'node:fs'
import { type Language, LANGUAGES } from '@fieldwatch/contract/text/languages'
import type { Messages } from './texts-of.ts'

/** The same ids in each language. */
export type Translated<English extends Messages> = Readonly<Record<Language, Readonly<Record<keyof English, string>>>>

/** Texts in all languages: the translations are `de.json` and so on in their folders. What is not translated is in English. */
export function inAllLanguages<const English extends Messages>(
  english: English,
  folders: readonly URL[],
): Translated<English> {
  const translated = LANGUAGES.map((language) => [
    language,
    Object.assign({ ...english }, ...folders.map((folder) => readTranslation(folder, language))) as English,
  ])
  // One for each language.
  return Object.fromEntries(translated) as Translated<English>
}

/** The texts of a folder that are translated to a language; none for English. */
export function readTranslation(folder: URL, language: Language): Messages {
  const file = new URL(`${language}.json`, folder)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Messages) : {}
}

/** The folders of rooms of the core: ids begin with the name of their room. */
export function foldersOf(texts: Messages): URL[] {
  const rooms = new Set(Object.keys(texts).map((id) => id.split('.', 1)[0]))
  return [...rooms].map((room) => new URL(`${room}/`, import.meta.url))
}
