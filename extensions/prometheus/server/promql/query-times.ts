import { parseIso8601 } from '@fieldwatch/contract/telemetry/data'
import { QUERY_LOOKBACK_MS, QUERY_STEPS_MAX } from '../../contract/prometheus-queries.ts'
import { isKnownTime } from '@fieldwatch/contract/time/times'
import { say } from '../say.ts'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { parseDuration } from './parse-literals.ts'
import type { Steps } from './windows.ts'

interface RangeText {
  readonly start: string
  readonly end: string
  readonly step: string
}

/** The only step of a query at a moment; undefined: now. @throws DomainError query/invalid */
export function oneMoment(time: string | undefined, now: number): Steps {
  return { start: time === undefined ? now : momentOf(time), stepMs: 1, count: 1 }
}

/** @throws DomainError query/invalid */
export function stepsOf({ start: from, end: to, step }: RangeText): Steps {
  const start = momentOf(from)
  const end = momentOf(to)
  const stepMs = parseDuration(step)
  if (Number.isNaN(stepMs) || stepMs < 1) throw invalidQuery(say('prometheus.query.step'))
  if (end < start) throw invalidQuery(say('prometheus.query.order'))
  const count = Math.floor((end - start) / stepMs) + 1
  if (count > QUERY_STEPS_MAX) throw invalidQuery(say('prometheus.query.steps', { most: QUERY_STEPS_MAX }))
  return { start, stepMs, count }
}

/**
 * For how long a record counts: as the request says, otherwise five minutes or a longer step, so that records that come less often than
 * that are not left out of charts. @throws DomainError query/invalid
 */
export function lookbackOf(text: string | undefined, { stepMs }: Pick<Steps, 'stepMs'>): number {
  if (text === undefined || text === '') return Math.max(QUERY_LOOKBACK_MS, stepMs)
  const asked = parseDuration(text)
  if (Number.isNaN(asked) || asked < 1) throw invalidQuery(say('prometheus.query.lookback'))
  return asked
}

/** Seconds since 1970, or RFC 3339. */
function momentOf(text: string): number {
  const at = /^-?\d+(?:\.\d+)?(?:e\+?\d+)?$/i.test(text) ? Math.round(Number(text) * 1_000) : parseIso8601(text)
  if (!isKnownTime(at)) throw invalidQuery(say('prometheus.query.time', { text: text.slice(0, 40) }))
  return at
}

export function invalidQuery(message: string): DomainError {
  return new DomainError('query/invalid', { message })
}
