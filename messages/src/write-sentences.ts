import { readSentence, type SentenceValue } from '@fieldwatch/contract/text/sentence'
import { type Compiled, createFormat } from './format-text.ts'

/** Writes a sentence for a reader. A text that is not a sentence of the catalogue stays as it is. */
export type WriteSentence = (text: string) => string

/** @param find the text of an id in the language of the reader */
export function createSentenceWriter(find: (id: string) => Compiled | undefined, locale: string): WriteSentence {
  const format = createFormat(locale)
  const lists = { or: new Intl.ListFormat(locale, { type: 'disjunction' }), and: new Intl.ListFormat(locale) }

  const write: WriteSentence = (text) => {
    const read = readSentence(text)
    const found = read && find(read.id)
    if (found === undefined) return text
    const values = Object.entries(read?.values ?? {}).map(([name, value]) => [name, valueText(value)] as const)
    try {
      return String(format(found, Object.fromEntries(values)))
    } catch {
      // Another version of the portal kept it with other values.
      return text
    }
  }

  function valueText(value: SentenceValue): string | number {
    if (typeof value === 'number') return value
    if (typeof value === 'string') return write(value)
    return 'or' in value ? lists.or.format(value.or.map(write)) : lists.and.format(value.and.map(write))
  }

  return write
}
