import { isObject } from '@fieldwatch/contract/text/json'
import { isName } from '@fieldwatch/contract/api/ids'
import { readNumber } from '@fieldwatch/contract/text/numeric-text'
import { distinctName, nearestName } from '@fieldwatch/server/doors/senders/series-name'

type Values = Readonly<Record<string, unknown>>

/** A value with its time: undefined is the time of arrival. */
interface Sample {
  readonly ts: unknown
  readonly values: Values
}

/**
 * The records of a telemetry payload, which is `{key: value}`, `{"ts": ms, "values": {…}}`, or an array of either. What has the same time
 * becomes one record, as ThingsBoard keeps every key by itself.
 * Undefined when the payload is none of the three.
 */
export function readTelemetry(payload: unknown): Record<string, unknown>[] | undefined {
  const items: readonly unknown[] = Array.isArray(payload) ? payload : [payload]
  const samples = items.map(readSample)
  if (samples.length === 0 || samples.includes(undefined)) return undefined
  const timed = new Map<unknown, Record<string, unknown>>()
  const records: Record<string, unknown>[] = []
  for (const sample of samples) {
    if (sample === undefined) continue
    const fields = readFields(sample.values)
    if (Object.keys(fields).length === 0) continue
    const earlier = sample.ts === undefined ? undefined : timed.get(sample.ts)
    if (earlier === undefined) {
      const record = sample.ts === undefined ? fields : { messageUTC: sample.ts, ...fields }
      if (sample.ts !== undefined) timed.set(sample.ts, record)
      records.push(record)
    } else {
      Object.assign(earlier, fields)
    }
  }
  return records
}

function readSample(item: unknown): Sample | undefined {
  if (!isObject(item)) return undefined
  const { ts, values } = item
  return ts !== undefined && isObject(values) ? { ts, values } : { ts: undefined, values: item }
}

/**
 * Fields as records can hold them: null is left out, numeric texts become numbers, lists become JSON texts, and keys become valid names.
 */
export function readFields(values: Values): Record<string, unknown> {
  const names = new Set<string>()
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const read = readValue(value)
      if (read === undefined) return []
      const nearest = RESERVED.has(key) ? `_${key}` : isName(key) ? key : nearestName(key)
      const name = names.has(nearest) ? distinctName(key) : nearest
      names.add(name)
      return [[name, read]]
    }),
  )
}

/** Keys that mean something else in a record. */
const RESERVED: ReadonlySet<string> = new Set(['messageUTC', 'recieveUTC'])

function readValue(value: unknown): unknown {
  if (value === null) return undefined
  if (typeof value === 'string') return readNumber(value) ?? value
  if (Array.isArray(value)) return JSON.stringify(value)
  return isObject(value) ? readFields(value) : value
}
