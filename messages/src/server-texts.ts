import type { Language } from '@fieldwatch/contract/text/languages'
import { texts as german } from './account/de.ts'
import { texts as english } from './account/en.ts'
import { texts as spanish } from './account/es.ts'
import { texts as french } from './account/fr.ts'
import { compileText } from './compile-text.ts'
import { type Compiled, createFormat } from './format-text.ts'
import type { Texts } from './texts-of.ts'

/** What the server writes to people. A further room is a line in each language. */
const CATALOGUE = {
  en: { ...english },
  de: { ...german },
  fr: { ...french },
  es: { ...spanish },
}

export type ServerTexts = Texts<(typeof CATALOGUE)['en']>

const known = new Map<Language, ServerTexts>()

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
