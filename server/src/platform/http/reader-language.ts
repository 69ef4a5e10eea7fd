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

/** The field that holds a sentence for each heading of a file. */
const BY_HEADING = 'odd'
/** The other fields of replies that hold sentences; names, and what else people type, are in others. */
const WRITTEN: ReadonlySet<string> = new Set([
  'brokerError',
  'catchUpError',
  // Of the history of an alert: why the portal changed it. What people write is there too.
  'comment',
  'ended',
  'error',
  'errors',
  'failure',
  'lastError',
  'lastRefusal',
  'message',
  'note',
  'problem',
  'problems',
  'reason',
  'refusal',
  'sentence',
  'stopped',
  'warnings',
  'why',
])

function writeWithin(value: unknown, write: WriteSentence, field?: string): unknown {
  if (typeof value === 'string') {
    if (field === undefined || !WRITTEN.has(field)) return value
    return value.includes('\n') ? writeLines(value, write) : write(value)
  }
  if (Array.isArray(value)) return value.map((one) => writeWithin(one, write, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      writeWithin(one, write, field === BY_HEADING ? 'problem' : name),
    ]),
  )
}

function writeLines(text: string, write: WriteSentence): string {
  const lines = text.split('\n')
  const written = lines.map(write)
  return lines.some((line, place) => line !== written[place]) ? written.join(' ') : text
}
