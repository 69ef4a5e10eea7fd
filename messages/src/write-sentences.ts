import {
  FIELD_NAMES,
  OF_FIELDS,
  readSentence,
  SENTENCE_PLACES,
  type SentenceValue,
} from '@fieldwatch/contract/text/sentence'
import { labelOf } from '@fieldwatch/contract/text/sentences'
import { type Compiled, createFormat } from './format-text.ts'

/** Writes a sentence for a reader. A text that is not a sentence of the catalogue stays as it is. */
export type WriteSentence = (text: string) => string

export interface Sentences {
  /** The text of an id in the language of the reader. */
  readonly find: (id: string) => Compiled | undefined
}

export function createSentenceWriter({ find }: Sentences, locale: string): WriteSentence {
  const format = createFormat(locale)
  const lists = { or: new Intl.ListFormat(locale, { type: 'disjunction' }), and: new Intl.ListFormat(locale) }
  const write: WriteSentence = (text) => {
    const read = readSentence(text)
    if (read === undefined) return text
    const found = find(read.id)
    if (found === undefined)
      return read.id.startsWith(FIELD_NAMES) ? labelOf([read.id.slice(FIELD_NAMES.length)]) : text
    const values = Object.entries(read.values).map(([name, value]) => [name, valueText(read.id, name, value)] as const)
    try {
      return String(format(found, Object.fromEntries(values)))
    } catch {
      // Another version of the portal kept it with other values.
      return text
    }
  }
  return write

  function valueText(id: string, place: string, value: SentenceValue): string | number {
    if (typeof value === 'number') return value
    const text = (one: string): string => (isSentenceAt(id, place) ? write(one) : one)
    if (typeof value === 'string') return text(value)
    const rest = (value.rest ?? []).map(write)
    return 'or' in value
      ? lists.or.format([...value.or.map(text), ...rest])
      : lists.and.format([...value.and.map(text), ...rest])
  }
}

/** The sentences of schemas name fields of the API; in others, a field is a name that someone gave. */
function isSentenceAt(id: string, place: string): boolean {
  return place === 'field' ? id.startsWith(OF_FIELDS) : SENTENCE_PLACES.has(place)
}
