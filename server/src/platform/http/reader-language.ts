import { chooseLanguage, type Language, LANGUAGES, readAcceptLanguage } from '@fieldwatch/contract/text/languages'
import { Sentence } from '@fieldwatch/contract/text/sentence'
import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import type { WriteSentence } from '@fieldwatch/messages/write-sentences'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

/**
 * Writes sentences for the reader of an answer: in the language of `Accept-Language`, where the web app sends that of its page, or in
 * English.
 */
export function sentencesFor(request: Pick<FastifyRequest, 'headers'>): WriteSentence {
  return sentencesIn(languageOfReader(request))
}

export function languageOfReader({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  return chooseLanguage(readAcceptLanguage(headers['accept-language'] ?? ''), LANGUAGES)
}

/** Writes the sentences of a value for a reader. */
export type WriteWithin = (value: unknown, write: WriteSentence) => unknown

/** How the sentences of a reply are written: those of the fields that its schema calls so. Undefined: it has none. */
export function writerFor(schema: unknown): WriteWithin | undefined {
  if (!(schema instanceof z.ZodType)) return undefined
  if (!writers.has(schema)) {
    // A schema that holds itself has no sentences below that place.
    writers.set(schema, undefined)
    writers.set(schema, makeWriter(schema))
  }
  return writers.get(schema)
}

const writers = new WeakMap<z.ZodType, WriteWithin | undefined>()

function makeWriter(schema: z.ZodType): WriteWithin | undefined {
  if (schema === Sentence) return (text, write) => (typeof text === 'string' ? writeLines(text, write) : text)
  if (schema instanceof z.ZodObject) return ofFields(Object.entries(schema.shape))
  if (schema instanceof z.ZodArray) return ofEntries(writerFor(schema.element))
  if (schema instanceof z.ZodRecord) return ofValues(writerFor(schema.valueType))
  if (schema instanceof z.ZodUnion) return ofChoices(schema.options.map(writerFor))
  if (schema instanceof z.ZodIntersection) return ofChoices([writerFor(schema.def.left), writerFor(schema.def.right)])
  if (schema instanceof z.ZodPipe) return writerFor(schema.def.out)
  if ('unwrap' in schema && typeof schema.unwrap === 'function') return writerFor(schema.unwrap())
  return undefined
}

function ofFields(fields: readonly (readonly [string, unknown])[]): WriteWithin | undefined {
  const written = fields.flatMap(([name, schema]) => {
    const inner = writerFor(schema)
    return inner === undefined ? [] : [[name, inner] as const]
  })
  if (written.length === 0) return undefined
  return (value, write) => {
    if (!isObject(value)) return value
    const changed = written.flatMap(([name, inner]) => (name in value ? [[name, inner(value[name], write)]] : []))
    return { ...value, ...Object.fromEntries(changed) }
  }
}

function ofEntries(inner: WriteWithin | undefined): WriteWithin | undefined {
  return inner && ((value, write) => (Array.isArray(value) ? value.map((one) => inner(one, write)) : value))
}

function ofValues(inner: WriteWithin | undefined): WriteWithin | undefined {
  return (
    inner &&
    ((value, write) =>
      isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one, write)]))
        : value)
  )
}

/** A field of a name is a sentence in each choice that has it, or in none. */
function ofChoices(choices: readonly (WriteWithin | undefined)[]): WriteWithin | undefined {
  const written = choices.filter((one) => one !== undefined)
  if (written.length === 0) return undefined
  return (value, write) => written.reduce((so, inner) => inner(so, write), value)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Lines of a text are sentences each. */
function writeLines(text: string, write: WriteSentence): string {
  if (!text.includes('\n')) return write(text)
  const lines = text.split('\n')
  const written = lines.map(write)
  return lines.some((line, place) => line !== written[place]) ? written.join(' ') : text
}
