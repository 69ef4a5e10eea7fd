import { LANGUAGES, type Language } from '@fieldwatch/contract/text/languages'
import { isLiteralElement } from '@formatjs/icu-messageformat-parser'
import { compileTexts } from '../compile-text.ts'
import type { Compiled } from '../format-text.ts'
import { type PseudoLocale, toPseudo } from '../pseudo-texts.ts'
import { listRooms, readRoom } from './read-rooms.ts'

/** What a page can be written in. */
export type PageLanguage = Language | PseudoLocale

/** The texts of all rooms in a language. */
export interface Catalogue {
  /** Matches the text of an id, whatever its variables are. */
  readonly pattern: (id: string) => RegExp
  /** The texts that are English though the language has another word for them. */
  readonly findEnglish: (shown: readonly string[]) => string[]
}

export async function readCatalogue(language: PageLanguage): Promise<Catalogue> {
  const english = await compileRooms('en')
  const translated = LANGUAGES.find((one) => one === language)
  const texts = translated === undefined ? toPseudo(english, language as PseudoLocale) : await compileRooms(translated)
  const own = new Set(Object.values(texts))
  const left = new Set(Object.values(english).filter((text) => !own.has(text)))
  return {
    pattern: (id) => {
      const text = texts[id]
      if (text === undefined) throw new Error(`There is no text ${id}`)
      return new RegExp(`^${patternOf(text)}$`, 's')
    },
    findEnglish: (shown) => shown.filter((text) => left.has(text.trim())),
  }
}

async function compileRooms(language: Language): Promise<Record<string, Compiled>> {
  const rooms = await Promise.all(listRooms().map((room) => readRoom(room, language)))
  return Object.assign({}, ...rooms.map(compileTexts)) as Record<string, Compiled>
}

function patternOf(text: Compiled): string {
  if (typeof text === 'string') return escape(text)
  return text.map((part) => (isLiteralElement(part) ? escape(part.value) : '.*')).join('')
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
