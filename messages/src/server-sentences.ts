import type { ErrorCode } from '@fieldwatch/contract/api/errors'
import { type Language, LANGUAGES } from '@fieldwatch/contract/text/languages'
import { sentence, type SentenceList, type SentenceValues } from '@fieldwatch/contract/text/sentence'
import { texts as englishActions } from './activity-actions/en.ts'
import { texts as englishAnswers } from './answers/en.ts'
import { texts as englishNotSent } from './not-sent/en.ts'
import { compileText } from './compile-text.ts'
import { texts as englishFields } from './fields/en.ts'
import { texts as english } from './errors/en.ts'
import { texts as englishSilence } from './silence/en.ts'
import type { Compiled } from './format-text.ts'
import { foldersOf, inAllLanguages } from './in-all-languages.ts'
import { SERVER_ENGLISH, type ServerTexts } from './server-texts.ts'
import type { Messages, Texts } from './texts-of.ts'
import { createSentenceWriter, type WriteSentence } from './write-sentences.ts'

/** What the server says of failures and results, and what it keeps of what it writes to people. */
const ENGLISH = {
  ...SERVER_ENGLISH,
  ...english,
  ...englishActions,
  ...englishAnswers,
  ...englishFields,
  ...englishNotSent,
  ...englishSilence,
}

/** Extensions add theirs. */
const CATALOGUE: Readonly<Record<Language, Record<string, string>>> = inAllLanguages(ENGLISH, foldersOf(ENGLISH))

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
  const write = createSentenceWriter({ find }, language)
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

/** Adds the sentences of an extension to those that the server writes, and returns what `say` is for ours. `folder`: of its texts. */
export function addSentences<const English extends Messages>(
  english: English,
  folder: URL,
): Texts<English, SentenceList> {
  const texts = inAllLanguages(english, [folder])
  for (const language of LANGUAGES) Object.assign(CATALOGUE[language], texts[language])
  return (id, ...[values]) => sentence(id, values as SentenceValues)
}

/** A sentence for a reader whose language is not known yet; its values may be sentences too. */
export const say: Texts<typeof englishAnswers & typeof englishSilence, SentenceList> = (id, ...[values]) =>
  sentence(id, values as SentenceValues)

/** Why a message or a report is not sent. */
export const notSent: Texts<typeof englishNotSent> = (id, ...[values]) => sentence(id, values as SentenceValues)

/** In place of the texts of one language: what is kept as a sentence, and written for each who reads it. */
export const kept: ServerTexts = (id, ...[values]) => sentence(id, values as SentenceValues)
