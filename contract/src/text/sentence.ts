import { z } from 'zod'

/**
 * A sentence before its language is known: the id of a text of the catalogue, followed by its values as JSON. It is a text itself, so
 * that schemas, errors and stored results carry it until it is written for a reader.
 */
export function sentence(id: string, values?: SentenceValues): string {
  return values === undefined || Object.keys(values).length === 0 ? id : id + JSON.stringify(values)
}

/** A field of a reply that holds a sentence: the server writes it for its reader. Names, and what else people type, are plain texts. */
export const Sentence = z.string()

/**
 * A text is written as it is, whatever a person named a thing: only a value of a place in `SENTENCE_PLACES` may be a sentence itself. A list
 * is written by the rules of the language.
 */
export type SentenceValue = string | number | SentenceList

export type SentenceList = ({ readonly or: readonly string[] } | { readonly and: readonly string[] }) & {
  /** Sentences that follow the texts, such as how many more there are. */
  readonly rest?: readonly string[]
}

/** The places of sentences in other sentences; names, and what else people type, are at other places. */
export const SENTENCE_PLACES: ReadonlySet<string> = new Set([
  'changed',
  'error',
  'problem',
  'reason',
  'time',
  'types',
  'updated',
])

export type SentenceValues = Readonly<Record<string, SentenceValue>>

/** The sentences of schemas, which name a field at the place `field`. */
export const OF_FIELDS = 'fields.'

/** Where the catalogue has what fields are called; one that is not there is called by the words of its name. */
export const FIELD_NAMES = 'fields.name.'

/** Undefined: a text that is no sentence, such as one that was stored before sentences had ids. */
export function readSentence(text: string): { id: string; values: SentenceValues } | undefined {
  const [, id = '', values = '{}'] = SENTENCE.exec(text) ?? []
  if (id === '') return undefined
  try {
    return { id, values: JSON.parse(values) as SentenceValues }
  } catch {
    // A text of someone that looks like a sentence.
    return undefined
  }
}

const SENTENCE = /^([a-z][a-z-]*\.[\w/.[\]-]+)(\{.*\})?$/s
