import { chooseLanguage, type Language, LANGUAGES, readAcceptLanguage } from '@fieldwatch/contract/text/languages'
import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import type { WriteSentence } from '@fieldwatch/messages/write-sentences'
import type { FastifyRequest } from 'fastify'

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

/** An answer with every sentence in it written for its reader; a text that is none stays as it is. Lines of a text are sentences each. */
export function writeAll<Answer>(request: Pick<FastifyRequest, 'headers'>, answer: Answer): Answer {
  return writeWithin(answer, sentencesFor(request)) as Answer
}

function writeWithin(value: unknown, write: WriteSentence): unknown {
  if (typeof value === 'string') return value.includes('\n') ? writeLines(value, write) : write(value)
  if (Array.isArray(value)) return value.map((one) => writeWithin(one, write))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, writeWithin(one, write)]))
}

function writeLines(text: string, write: WriteSentence): string {
  const lines = text.split('\n')
  const written = lines.map(write)
  return lines.some((line, place) => line !== written[place]) ? written.join(' ') : text
}
