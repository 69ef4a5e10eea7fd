import { chooseLanguage, type Language, LANGUAGES } from '@fieldwatch/contract/text/languages'
import { texts as account } from './account/en.ts'
import { texts as mails } from './mails/en.ts'
import { texts as alertMessages } from './alert-messages/en.ts'
import { texts as alertsText } from './alerts-text/en.ts'
import { texts as reportFiles } from './report-files/en.ts'
import { texts as differences } from './template-differences/en.ts'
import { texts as activity } from './activity/en.ts'
import { texts as changes } from './changes/en.ts'
import { compileText } from './compile-text.ts'
import { type Compiled, createFormat } from './format-text.ts'
import { foldersOf, inAllLanguages } from './in-all-languages.ts'
import type { Texts } from './texts-of.ts'

/** What the server writes to people. */
export const SERVER_ENGLISH = {
  ...account,
  ...mails,
  ...alertMessages,
  ...alertsText,
  ...reportFiles,
  ...differences,
  ...activity,
  ...changes,
}

const CATALOGUE = inAllLanguages(SERVER_ENGLISH, foldersOf(SERVER_ENGLISH))

export type ServerTexts = Texts<typeof SERVER_ENGLISH>

/** A text for readers of several languages. */
export type Sentence = (t: ServerTexts) => string

const known = new Map<Language, ServerTexts>()

/** The language of a recipient who or whose entity chose one; English without one. */
export function languageFor(chosen: string | null | undefined): Language {
  return chooseLanguage([chosen], LANGUAGES)
}

export function textsFor(chosen: string | null | undefined): ServerTexts {
  return textsIn(languageFor(chosen))
}

/** The texts of the server in the language of a recipient. Each is parsed when it is first written. */
export function textsIn(language: Language): ServerTexts {
  const found = known.get(language)
  if (found !== undefined) return found
  const format = createFormat(language)
  const compiled = new Map<string, Compiled>()
  const t: ServerTexts = (id, ...[values]) => {
    const text = compiled.get(id) ?? compileText(id, CATALOGUE[language][id])
    compiled.set(id, text)
    return String(format(text, values))
  }
  known.set(language, t)
  return t
}
