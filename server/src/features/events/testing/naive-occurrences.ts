import { type Bound, satisfies } from '@fieldwatch/contract/calculations/conditions'
import type { Figures, Occurrence } from '../occurrence.ts'

/** A record of one source by name of field. */
export interface NaiveRecord {
  readonly at: number
  readonly [field: string]: number
}

export interface NaiveRule {
  readonly bound: Bound
  readonly field: string
  readonly gapMs: number
  readonly values: readonly { readonly own: boolean; readonly field: string }[]
}

/** Occurrences as the rules say them, without any thought of how long it takes. Records are in the order of time. */
export function findNaively(
  { bound, field, gapMs, values }: NaiveRule,
  own: readonly NaiveRecord[],
  other: readonly NaiveRecord[],
): Occurrence[] {
  const compared = own.filter((record) => record[field] !== undefined)
  const periods: { records: NaiveRecord[]; endAt: number | undefined }[] = []
  let current: NaiveRecord[] = []
  for (const record of compared) {
    const last = current.at(-1)
    if (last !== undefined && record.at - last.at > gapMs) {
      periods.push({ records: current, endAt: last.at })
      current = []
    }
    if (satisfies(bound, record[field] ?? Number.NaN)) current.push(record)
    else if (current.length > 0) {
      periods.push({ records: current, endAt: record.at })
      current = []
    }
  }
  if (current.length > 0) periods.push({ records: current, endAt: undefined })
  return periods.map(({ records, endAt }) => {
    const startAt = records[0]?.at ?? 0
    const lastAt = records.at(-1)?.at ?? 0
    const isInside = ({ at }: NaiveRecord): boolean =>
      at > startAt && (endAt === undefined || endAt === lastAt ? at <= lastAt : at < endAt)
    const figures = values.map(({ own: isOwn, field: name }): Figures => {
      const named = (isOwn ? records.slice(1) : other.filter(isInside)).flatMap(({ at, [name]: value }) =>
        value === undefined ? [] : [{ at, value }],
      )
      const start = isOwn
        ? records[0]?.[name]
        : other.filter((record) => record.at <= startAt && record[name] !== undefined).at(-1)?.[name]
      const known = [...(start === undefined ? [] : [{ at: startAt, value: start }]), ...named]
      if (known.length === 0) return { start: null, least: null, greatest: null, mean: null }
      const values = known.map(({ value }) => value)
      const mean = findMean(known, { until: endAt ?? lastAt, gapMs })
      return { start: start ?? null, least: Math.min(...values), greatest: Math.max(...values), mean }
    })
    return { startAt, endAt, lastAt, figures }
  })
}

/** Each value holds until the next one, at most for the gap. The last one counts where none has lasted. */
function findMean(
  known: readonly { readonly at: number; readonly value: number }[],
  { until, gapMs }: { readonly until: number; readonly gapMs: number },
): number | null {
  const held = known.map(({ at, value }, place) => {
    const end = Math.min(known[place + 1]?.at ?? until, at + gapMs)
    return { value, lasted: end - at }
  })
  const whole = held.reduce((sum, { lasted }) => sum + lasted, 0)
  if (whole === 0) return known.at(-1)?.value ?? null
  return held.reduce((sum, { value, lasted }) => sum + value * lasted, 0) / whole
}
