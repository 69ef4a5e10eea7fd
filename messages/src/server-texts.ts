import { chooseLanguage, type Language, LANGUAGES } from '@fieldwatch/contract/text/languages'
import { texts as accountGerman } from './account/de.ts'
import { texts as accountEnglish } from './account/en.ts'
import { texts as accountSpanish } from './account/es.ts'
import { texts as accountFrench } from './account/fr.ts'
import { texts as mailsGerman } from './mails/de.ts'
import { texts as mailsEnglish } from './mails/en.ts'
import { texts as mailsSpanish } from './mails/es.ts'
import { texts as mailsFrench } from './mails/fr.ts'
import { texts as alertMessagesGerman } from './alert-messages/de.ts'
import { texts as alertMessagesEnglish } from './alert-messages/en.ts'
import { texts as alertMessagesSpanish } from './alert-messages/es.ts'
import { texts as alertMessagesFrench } from './alert-messages/fr.ts'
import { texts as alertsTextGerman } from './alerts-text/de.ts'
import { texts as alertsTextEnglish } from './alerts-text/en.ts'
import { texts as alertsTextSpanish } from './alerts-text/es.ts'
import { texts as alertsTextFrench } from './alerts-text/fr.ts'
import { texts as reportMailsGerman } from './report-mails/de.ts'
import { texts as reportMailsEnglish } from './report-mails/en.ts'
import { texts as reportMailsSpanish } from './report-mails/es.ts'
import { texts as reportMailsFrench } from './report-mails/fr.ts'
import { texts as differencesGerman } from './template-differences/de.ts'
import { texts as differencesEnglish } from './template-differences/en.ts'
import { texts as differencesSpanish } from './template-differences/es.ts'
import { texts as differencesFrench } from './template-differences/fr.ts'
import { texts as activityGerman } from './activity/de.ts'
import { texts as activityEnglish } from './activity/en.ts'
import { texts as activitySpanish } from './activity/es.ts'
import { texts as activityFrench } from './activity/fr.ts'
import { texts as changesGerman } from './changes/de.ts'
import { texts as changesEnglish } from './changes/en.ts'
import { texts as changesSpanish } from './changes/es.ts'
import { texts as changesFrench } from './changes/fr.ts'
import { compileText } from './compile-text.ts'
import { type Compiled, createFormat } from './format-text.ts'
import type { Texts } from './texts-of.ts'

/** What the server writes to people. A further room is a line in each language. */
export const SERVER_CATALOGUE = {
  en: {
    ...accountEnglish,
    ...mailsEnglish,
    ...alertMessagesEnglish,
    ...alertsTextEnglish,
    ...reportMailsEnglish,
    ...differencesEnglish,
    ...activityEnglish,
    ...changesEnglish,
  },
  de: {
    ...accountGerman,
    ...mailsGerman,
    ...alertMessagesGerman,
    ...alertsTextGerman,
    ...reportMailsGerman,
    ...differencesGerman,
    ...activityGerman,
    ...changesGerman,
  },
  fr: {
    ...accountFrench,
    ...mailsFrench,
    ...alertMessagesFrench,
    ...alertsTextFrench,
    ...reportMailsFrench,
    ...differencesFrench,
    ...activityFrench,
    ...changesFrench,
  },
  es: {
    ...accountSpanish,
    ...mailsSpanish,
    ...alertMessagesSpanish,
    ...alertsTextSpanish,
    ...reportMailsSpanish,
    ...differencesSpanish,
    ...activitySpanish,
    ...changesSpanish,
  },
}

export type ServerTexts = Texts<(typeof SERVER_CATALOGUE)['en']>

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
    const text = compiled.get(id) ?? compileText(id, SERVER_CATALOGUE[language][id])
    compiled.set(id, text)
    return String(format(text, values))
  }
  known.set(language, t)
  return t
}
