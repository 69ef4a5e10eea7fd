import type { texts } from '@fieldwatch/messages/fields/en'
import { createSentenceWriter } from '@fieldwatch/messages/write-sentences'
import { defineTexts, findText } from './define-texts.ts'
import { PAGE_LANGUAGE } from './page-language.ts'

defineTexts<typeof texts>(import.meta.glob('/../messages/src/fields/??.*'))

/** What a schema or another rule of the contract says of a value, in the language of the page. */
export const writeSentence = createSentenceWriter({ find: findText }, PAGE_LANGUAGE.locale)
