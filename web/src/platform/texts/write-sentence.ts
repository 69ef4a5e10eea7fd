import type { texts } from '@fieldwatch/messages/fields/en'
import { texts as english } from '@fieldwatch/messages/fields/en'
import { createSentenceIndex, createSentenceWriter } from '@fieldwatch/messages/write-sentences'
import { defineTexts } from './define-texts.ts'
import { PAGE_LANGUAGE } from './page-language.ts'

const fields = defineTexts<typeof texts>(import.meta.glob('/../messages/src/fields/??.*'))

/** What a schema or another rule of the contract says of a value, in the language of the page. */
export const writeSentence = createSentenceWriter(
  { find: fields.find, idOf: createSentenceIndex(english) },
  PAGE_LANGUAGE.locale,
)
