import type { ErrorCode } from '@fieldwatch/contract/api/errors'
import { type Language, LANGUAGES } from '@fieldwatch/contract/text/languages'
import { sentence, type SentenceList, type SentenceValues } from '@fieldwatch/contract/text/sentence'
import { texts as germanActions } from './activity-actions/de.ts'
import { texts as englishActions } from './activity-actions/en.ts'
import { texts as spanishActions } from './activity-actions/es.ts'
import { texts as frenchActions } from './activity-actions/fr.ts'
import { texts as germanAnswers } from './answers/de.ts'
import { texts as englishAnswers } from './answers/en.ts'
import { texts as spanishAnswers } from './answers/es.ts'
import { texts as frenchAnswers } from './answers/fr.ts'
import { texts as germanNotSent } from './not-sent/de.ts'
import { texts as englishNotSent } from './not-sent/en.ts'
import { texts as frenchNotSent } from './not-sent/fr.ts'
import { texts as spanishNotSent } from './not-sent/es.ts'
import { compileText } from './compile-text.ts'
import { texts as germanFields } from './fields/de.ts'
import { texts as englishFields } from './fields/en.ts'
import { texts as spanishFields } from './fields/es.ts'
import { texts as frenchFields } from './fields/fr.ts'
import { texts as german } from './errors/de.ts'
import { texts as english } from './errors/en.ts'
import { texts as spanish } from './errors/es.ts'
import { texts as french } from './errors/fr.ts'
import { texts as germanSilence } from './silence/de.ts'
import { texts as englishSilence } from './silence/en.ts'
import { texts as spanishSilence } from './silence/es.ts'
import { texts as frenchSilence } from './silence/fr.ts'
import type { Compiled } from './format-text.ts'
import { SERVER_CATALOGUE, type ServerTexts } from './server-texts.ts'
import type { Messages, Texts, Translation } from './texts-of.ts'
import { createSentenceIndex, createSentenceWriter, type WriteSentence } from './write-sentences.ts'

/** What the server says of failures and results, and what it keeps of what it writes to people. A further room is a line in each language. */
const CATALOGUE: Readonly<Record<Language, Record<string, string>>> = {
  en: {
    ...SERVER_CATALOGUE.en,
    ...english,
    ...englishActions,
    ...englishAnswers,
    ...englishFields,
    ...englishNotSent,
    ...englishSilence,
  },
  de: {
    ...SERVER_CATALOGUE.de,
    ...german,
    ...germanActions,
    ...germanAnswers,
    ...germanFields,
    ...germanNotSent,
    ...germanSilence,
  },
  fr: {
    ...SERVER_CATALOGUE.fr,
    ...french,
    ...frenchActions,
    ...frenchAnswers,
    ...frenchFields,
    ...frenchNotSent,
    ...frenchSilence,
  },
  es: {
    ...SERVER_CATALOGUE.es,
    ...spanish,
    ...spanishActions,
    ...spanishAnswers,
    ...spanishFields,
    ...spanishNotSent,
    ...spanishSilence,
  },
}

let idOf = createSentenceIndex(CATALOGUE.en)

const known = new Map<Language, WriteSentence>()

/** Writes sentences in the language of a reader. Each text is parsed when it is first written. */
export function sentencesIn(language: Language): WriteSentence {
  const found = known.get(language)
  if (found !== undefined) return found
  const compiled = new Map<string, Compiled>()
  const find = (id: string): Compiled | undefined => {
    if (!Object.hasOwn(CATALOGUE[language], id)) return undefined
    const text = compiled.get(id) ?? compileText(id, CATALOGUE[language][id] ?? '')
    compiled.set(id, text)
    return text
  }
  const write = createSentenceWriter({ find, idOf: (english) => idOf(english) }, language)
  known.set(language, write)
  return write
}

/** The default sentence of an error code. */
export function sentenceOfCode(code: ErrorCode): `errors.${ErrorCode}` {
  return `errors.${code}`
}

/** What was done, for a reader: `create unit` reads `Created a unit`. An action of a newer portal reads as it is. */
export function actionText(action: string, language: Language): string {
  const id = `activity-actions.${action.replaceAll(' ', '-')}`
  return Object.hasOwn(CATALOGUE[language], id) ? sentencesIn(language)(id) : action
}

/** Adds the sentences of an extension to those that the server writes, and returns what `say` is for ours. */
export function addSentences<English extends Messages>(
  texts: Readonly<Record<Language, Translation<English>>> & { readonly en: English },
): Texts<English, SentenceList> {
  for (const language of LANGUAGES) Object.assign(CATALOGUE[language], texts[language])
  idOf = createSentenceIndex(CATALOGUE.en)
  return (id, ...[values]) => sentence(id, values as SentenceValues)
}

/** A sentence for a reader whose language is not known yet; its values may be sentences too. */
export const say: Texts<typeof englishAnswers & typeof englishSilence, SentenceList> = (id, ...[values]) =>
  sentence(id, values as SentenceValues)

/** Why a message or a report is not sent. */
export const notSent: Texts<typeof englishNotSent> = (id, ...[values]) => sentence(id, values as SentenceValues)

/** In place of the texts of one language: what is kept as a sentence, and written for each who reads it. */
export const kept: ServerTexts = (id, ...[values]) => sentence(id, values as SentenceValues)
