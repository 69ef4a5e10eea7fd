import { type FieldValue, type FilterOperator, toNumber } from '@fieldwatch/contract/telemetry/data'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { createM4 } from '#records/chunks/m4.ts'
import { compareValues } from '../field-order.ts'
import type {
  ArrivalsRequest,
  ArrivedByRequest,
  Condition,
  LatestValue,
  LatestValuesRequest,
  NumbersRequest,
  PageRequest,
  SeriesRequest,
} from '../record-reader.ts'
import type { Lines } from './read-lines.ts'

export interface ModelRecord {
  readonly at: number
  readonly receivedAt: number
  readonly fields: Readonly<Record<string, FieldValue>>
}

/** What a reader has to answer, computed in the plainest way. */
export function createRecordModel(records: readonly ModelRecord[]) {
  const latest = new Map<number, ModelRecord>()
  for (const record of records) latest.set(record.at, record)
  const byTime = [...latest.values()].sort((one, other) => one.at - other.at)
  return {
    page: ({ conditions, order, after, limit }: PageRequest): ModelRecord[] => {
      const sign = order.direction === 'asc' ? 1 : -1
      const compare = (one: Place, other: Place): number =>
        sign * (compareValues(one.value, other.value) || one.at - other.at)
      const placeOf = (record: ModelRecord): Place => ({ value: sortValue(record, order.field), at: record.at })
      const start = after && {
        value: after.value === '' ? null : (JSON.parse(after.value) as FieldValue),
        at: after.at,
      }
      return byTime
        .filter((record) => conditions.every((condition) => fulfils(record, condition)))
        .filter((record) => start === undefined || compare(placeOf(record), start) > 0)
        .sort((one, other) => compare(placeOf(one), placeOf(other)))
        .slice(0, limit)
    },
    range: ({ from, to }: TimeRange): ModelRecord[] => byTime.filter(({ at }) => at >= from && at < to),
    numbers: ({ from, to, fields }: NumbersRequest): [number, ...number[]][] =>
      byTime
        .filter(({ at }) => at >= from && at < to)
        .map((record) => [record.at, ...fields.map((name) => toNumber(valueOf(record.fields, name)))]),
    /** Where the first field has a number between two, as charts draw it. */
    drawnBetween: ({ from, to, fields }: NumbersRequest, least: number, greatest: number): [number, ...number[]][] =>
      byTime
        .filter(({ at }) => at >= from && at < to)
        .map((record): [number, ...number[]] => [
          record.at,
          ...fields.map((name) => toNumber(valueOf(record.fields, name))),
        ])
        .filter(([, first = Number.NaN]) => first >= least && first <= greatest),
    latestValues: ({ fields, until }: LatestValuesRequest): LatestValue[] =>
      fields.flatMap((field) => {
        const record = byTime.findLast(({ at, fields: own }) => at <= until && valueOf(own, field) !== null)
        const value = record === undefined ? null : valueOf(record.fields, field)
        if (record === undefined || value === null) return []
        return [{ field, at: record.at, receivedAt: record.receivedAt, value }]
      }),
    arrived: ({ from, after = -Infinity, arrivedBy, limit }: ArrivedByRequest): ModelRecord[] =>
      byTime.filter(({ at, receivedAt }) => at >= from && at > after && receivedAt <= arrivedBy).slice(0, limit),
    arrivals: ({ receivedAfter, at, limit }: ArrivalsRequest): ModelRecord[] =>
      byTime
        .filter(
          (record) =>
            record.receivedAt > receivedAfter ||
            (record.receivedAt === receivedAfter && at !== undefined && record.at > at),
        )
        .sort((one, other) => one.receivedAt - other.receivedAt || one.at - other.at)
        .slice(0, limit),
    series: (request: SeriesRequest, { mayBeComplete = true } = {}): Lines => {
      const { from, to, arrivedBy = Infinity } = request
      const inside = byTime.filter(({ at, receivedAt }) => at >= from && at < to && receivedAt <= arrivedBy)
      const complete = mayBeComplete && inside.length <= request.width * 4
      const at = Float64Array.from(inside, (record) => record.at)
      return {
        complete,
        fields: request.fields.map((name) => {
          const values = Float64Array.from(inside, ({ fields }) => toNumber(valueOf(fields, name)))
          if (complete) return { at, values }
          const m4 = createM4(request)
          m4.addPoints(at, values)
          return m4.finish()
        }),
      }
    },
  }
}

interface Place {
  readonly value: FieldValue
  readonly at: number
}

function sortValue({ receivedAt, fields }: ModelRecord, field: string): FieldValue {
  if (field === 'messageUTC') return null
  return field === 'recieveUTC' ? receivedAt : valueOf(fields, field)
}

function fulfils(record: ModelRecord, condition: Condition): boolean {
  if (condition.kind === 'time') {
    return holds((condition.of === 'messageUTC' ? record.at : record.receivedAt) - condition.at, condition.operator)
  }
  const value = valueOf(record.fields, condition.name)
  if (condition.kind === 'number') return !Number.isNaN(toNumber(value))
  const { operator, value: wanted } = condition
  const isEqual = value === wanted
  if (operator === '==' || operator === '!=') return isEqual === (operator === '==')
  if (value === null || wanted === null || typeof value !== typeof wanted) return false
  return holds(compareValues(value, wanted), operator)
}

function holds(order: number, operator: FilterOperator): boolean {
  return {
    '==': order === 0,
    '!=': order !== 0,
    '>': order > 0,
    '>=': order >= 0,
    '<': order < 0,
    '<=': order <= 0,
  }[operator]
}

function valueOf(fields: Readonly<Record<string, FieldValue>>, name: string): FieldValue {
  return Object.hasOwn(fields, name) ? (fields[name] ?? null) : null
}
