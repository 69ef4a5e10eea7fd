import { chooseLanguage, type Language, LANGUAGES } from '@fieldwatch/contract/text/languages'
import { texts as accountGerman } from './account/de.ts'
import { texts as accountEnglish } from './account/en.ts'
import { texts as accountSpanish } from './account/es.ts'
import { texts as accountFrench } from './account/fr.ts'
import { texts as mailsGerman } from './mails/de.ts'
import { texts as mailsEnglish } from './mails/en.ts'
import { texts as mailsSpanish } from './mails/es.ts'
import { texts as mailsFrench } from './mails/fr.ts'
import { compileText } from './compile-text.ts'
import { type Compiled, createFormat } from './format-text.ts'
import type { Texts } from './texts-of.ts'

/** What the server writes to people. A further room is a line in each language. */
const CATALOGUE = {
  en: { ...accountEnglish, ...mailsEnglish },
  de: { ...accountGerman, ...mailsGerman },
  fr: { ...accountFrench, ...mailsFrench },
  es: { ...accountSpanish, ...mailsSpanish },
}

export type ServerTexts = Texts<(typeof CATALOGUE)['en']>

/** A text for readers of several languages. */
export type Sentence = (t: ServerTexts) => string

const known = new Map<Language, ServerTexts>()

/** The texts in the language that a recipient or their entity chose, in English without one. */
export function textsFor(chosen: string | null | undefined): ServerTexts {
  return textsIn(chooseLanguage([chosen], LANGUAGES))
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
