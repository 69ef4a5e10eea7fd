import { errorCodes } from '@fieldwatch/contract/api/errors'
import type { Expected, Outcome } from './hostile-case.ts'

/** Default messages of libraries, which are not sentences. */
const NO_SENTENCE =
  /expected (string|number|int|array|object|record|boolean|date|nonoptional|"|\w+, received)|Invalid (input|string|option|key|UUID|ISO)|Too (big|small)|Unrecognized key|undefined|\[object/i

/** The fault of an outcome; undefined when there is none. */
export function faultOf(expected: Expected, { status, code, message }: Outcome): string | undefined {
  if (status === undefined) return expected === 'ended' ? undefined : 'the connection ended without an answer'
  // An overloaded portal may say so.
  const isBusy = status === 503 && code === 'server/unavailable'
  if (status >= 500 && !isBusy) return `answered ${status} ${code ?? ''}`
  if (expected === 'ended') return undefined
  if (expected === 'taken' && status >= 300) return `refused with ${status} ${code ?? ''}: ${message ?? ''}`
  if (expected === 'refused' && status < 400) return `answered ${status}`
  return status < 400 ? undefined : sentenceFault(code, message)
}

function sentenceFault(code: string | undefined, message: string | undefined): string | undefined {
  const codes: readonly string[] = errorCodes()
  if (code === undefined || !codes.includes(code)) return `refused with the code ${code ?? 'of nothing'}`
  if (message === undefined || !message.includes(' ')) return `refused without a sentence: ${message ?? ''}`
  return NO_SENTENCE.test(message) ? `refused with no sentence of ours: ${message}` : undefined
}
