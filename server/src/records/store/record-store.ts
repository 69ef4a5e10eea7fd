import type { TimeRange } from '@fieldwatch/contract/time/times'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { momentOf } from './moment.ts'
import { unpackNumbers } from './packed-numbers.ts'
import type {
  ArrivalsRequest,
  ArrivalTimes,
  Condition,
  Order,
  PagePosition,
  RecordReader,
  StoredRecord,
} from './record-reader.ts'

interface RecordStore extends Pick<RecordReader, 'readPage' | 'readArrivals' | 'readArrivalTimes'> {
  /** The times of the records of a range, in their order. */
  readTimes(sourceKey: number, range: TimeRange): Promise<Float64Array>
}

/** Reads records from their rows and from late records, which are not in a chunk yet either. */
export function createRecordStore(db: Db): RecordStore {
  return {
    readPage: async (sourceKey, { conditions, order, after, limit }) => {
      const direction = sql.raw(order.direction)
      const value = sortExpression(order)
      const { rows } = await sql<Row & { sortValue: string }>`
        select ${COLUMNS}, ${value.text} as sort_value from record_row
        where source_key = ${sourceKey} ${and(conditions.map(conditionSql))} ${and(after === undefined ? [] : [behind(order, after)])}
        order by ${value.sorted === undefined ? sql`` : sql`${value.sorted} ${direction}, `} at ${direction}
        limit ${limit}`.execute(db)
      return rows.map((row) => ({ ...recordOf(row), value: row.sortValue }))
    },

    readArrivals: async (sourceKey, request) => {
      const { rows } = await sql<Row>`
        select ${COLUMNS} from record_row where ${arrivedBehind(sourceKey, request)}`.execute(db)
      return rows.map(recordOf)
    },

    readArrivalTimes: (sourceKey, request) => packedTimes(db, arrivedBehind(sourceKey, request)),

    readTimes: async (sourceKey, { from, to }) => {
      const inRange = sql`
        source_key = ${sourceKey} and ${fromOn(from)} and at < ${moment(to)} and first_at < ${moment(to)} order by at`
      return (await packedTimes(db, inRange)).at
    },
  }
}

/** Which records arrived behind a position, in the order of their arrival. */
function arrivedBehind(sourceKey: number, { receivedAfter, at, limit }: ArrivalsRequest): RawBuilder<unknown> {
  const received = moment(receivedAfter)
  const rest = at === undefined ? sql`` : sql`and (received_at > ${received} or at > ${moment(at)})`
  return sql`
    source_key = ${sourceKey} and received_at ${at === undefined ? sql`>` : sql`>=`} ${received} ${rest}
    order by received_at, at limit ${limit}`
}

/** The times of records in two values, however many there are. */
async function packedTimes(db: Db, which: RawBuilder<unknown>): Promise<ArrivalTimes> {
  const { rows } = await sql<{ at: Buffer | null; receivedAt: Buffer | null }>`
    select string_agg(float8send(date_part('epoch', at) * 1000), '') as at,
      string_agg(float8send(date_part('epoch', received_at) * 1000), '') as received_at
    from (select at, received_at from record_row where ${which}) found`.execute(db)
  return { at: timesOf(rows[0]?.at), receivedAt: timesOf(rows[0]?.receivedAt) }
}

function timesOf(bytes: Buffer | null | undefined): Float64Array {
  return unpackNumbers(bytes).map(Math.round)
}

interface Row {
  atMs: number
  receivedMs: number
  json: string
}

/** Aliases differ from the columns: sorting by an alias of the same name would not use the index. */
const COLUMNS = sql`
  date_part('epoch', at) * 1000 as "atMs", date_part('epoch', received_at) * 1000 as "receivedMs", fields::text as json`

function recordOf(row: Row): StoredRecord {
  return { at: Math.round(row.atMs), receivedAt: Math.round(row.receivedMs), fields: row.json }
}

function fromOn(at: number): RawBuilder<unknown> {
  return sql`at >= ${moment(at)} and last_at >= ${moment(at)}`
}

function moment(at: number) {
  return sql`${momentOf(at)}::timestamptz`
}

function and(conditions: readonly RawBuilder<unknown>[]) {
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`
}

const OPERATORS = {
  '==': sql`=`,
  '!=': sql`<>`,
  '>': sql`>`,
  '>=': sql`>=`,
  '<': sql`<`,
  '<=': sql`<=`,
} as const

const TIME_COLUMNS = { messageUTC: sql`at`, recieveUTC: sql`received_at` } as const

function conditionSql(condition: Condition): RawBuilder<unknown> {
  if (condition.kind === 'number') return sql`jsonb_typeof(fields::jsonb -> ${condition.name}) in ('number', 'boolean')`
  const operator = OPERATORS[condition.operator]
  if (condition.kind === 'time') return timeSql(condition.of, condition.operator, moment(condition.at))
  const value = sql`${JSON.stringify(condition.value)}::jsonb`
  const field = fieldOrNull(condition.name)
  if (condition.operator === '==' || condition.operator === '!=') return sql`${field} ${operator} ${value}`
  // Compares values of the same type only: JSON orders different types too, and null is not ordered.
  if (condition.value === null) return sql`false`
  const given = sql`fields::jsonb -> ${condition.name}`
  return sql`(jsonb_typeof(${given}) = jsonb_typeof(${value}) and ${given} ${operator} ${value})`
}

/** Bounds late records as a whole too: most of them are elsewhere. */
function timeSql(
  of: keyof typeof TIME_COLUMNS,
  operator: keyof typeof OPERATORS,
  at: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const condition = sql`${TIME_COLUMNS[of]} ${OPERATORS[operator]} ${at}`
  if (of === 'recieveUTC') return condition
  if (operator === '>' || operator === '>=') return sql`${condition} and last_at >= ${at}`
  if (operator === '<' || operator === '<=') return sql`${condition} and first_at <= ${at}`
  return condition
}

function fieldOrNull(name: string) {
  return sql`coalesce(fields::jsonb -> ${name}, 'null'::jsonb)`
}

/** `sorted` is undefined when only the time of a record decides. */
function sortExpression({ field }: Order): { text: RawBuilder<unknown>; sorted: RawBuilder<unknown> | undefined } {
  if (field === 'messageUTC') return { text: sql`''`, sorted: undefined }
  if (field === 'recieveUTC') {
    return { text: sql`(date_part('epoch', received_at) * 1000)::bigint::text`, sorted: sql`received_at` }
  }
  return { text: sql`${fieldOrNull(field)}::text`, sorted: fieldOrNull(field) }
}

function behind(order: Order, { value, at }: PagePosition): RawBuilder<unknown> {
  const operator = order.direction === 'asc' ? sql`>` : sql`<`
  const { sorted } = sortExpression(order)
  if (sorted === undefined) return sql`at ${operator} ${moment(at)}`
  const last = order.field === 'recieveUTC' ? moment(Number(value)) : sql`${value}::jsonb`
  return sql`(${sorted}, at) ${operator} (${last}, ${moment(at)})`
}
