import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '#database/database.ts'
import { createM4 } from '#chunks/m4.ts'
import { momentOf } from './moment.ts'
import { type NumberBlock, readNumberBlocks } from './number-blocks-store.ts'
import type {
  Condition,
  Order,
  PagePosition,
  RecordReader,
  Series,
  SeriesRequest,
  StoredRecord,
} from './record-reader.ts'
import { columnsOf } from './series.ts'

/** Records of one block of a range. */
const RANGE_BLOCK = 2_000

/** Reads records from their rows. */
export function createRecordStore({ db, pool }: Pick<Database, 'db' | 'pool'>): RecordReader {
  return {
    readPage: async (sourceKey, { conditions, order, after, limit }) => {
      const direction = sql.raw(order.direction)
      const value = sortExpression(order)
      const { rows } = await sql<Row & { sort_value: string }>`
        select ${COLUMNS}, ${value.text} as sort_value from record
        where source_key = ${sourceKey} ${and(conditions.map(conditionSql))} ${and(after === undefined ? [] : [behind(order, after)])}
        order by ${value.sorted === undefined ? sql`` : sql`${value.sorted} ${direction}, `} at ${direction}
        limit ${limit}`.execute(db)
      return rows.map((row) => ({ ...recordOf(row), value: row.sort_value }))
    },

    async *readRange(sourceKey, { from, to }) {
      let start = sql`at >= ${moment(from)}`
      while (true) {
        const { rows } = await sql<Row>`
          select ${COLUMNS} from record where source_key = ${sourceKey} and ${start} and at < ${moment(to)}
          order by at limit ${RANGE_BLOCK}`.execute(db)
        const records = rows.map(recordOf)
        if (records.length > 0) yield records
        const last = records.at(-1)
        if (last === undefined || records.length < RANGE_BLOCK) return
        start = sql`at > ${moment(last.at)}`
      }
    },

    readSeries: (sourceKey, request) => readSeries(readNumberBlocks(pool, sourceKey, request), request),

    readArrived: async (sourceKey, { from, after, arrivedBy, limit }) => {
      const start = after === undefined ? sql`at >= ${moment(from)}` : sql`at > ${moment(Math.max(after, from - 1))}`
      return list(
        db,
        sql<Row>`
          select ${COLUMNS} from record
          where source_key = ${sourceKey} and ${start} and received_at <= ${moment(arrivedBy)}
          order by at limit ${limit}`,
      )
    },

    readArrivals: async (sourceKey, { receivedAfter, at, limit }) => {
      const received = moment(receivedAfter)
      const rest = at === undefined ? sql`` : sql`and (received_at > ${received} or at > ${moment(at)})`
      return list(
        db,
        sql<Row>`
          select ${COLUMNS} from record
          where source_key = ${sourceKey}
            and received_at ${at === undefined ? sql`>` : sql`>=`} ${received} ${rest}
          order by received_at, at limit ${limit}`,
      )
    },
  }
}

interface Row {
  at_ms: number
  received_ms: number
  json: string
}

/** The names are not those of the columns: sorted by them, no index would help. */
const COLUMNS = sql`
  date_part('epoch', at) * 1000 as at_ms, date_part('epoch', received_at) * 1000 as received_ms, fields::text as json`

function recordOf(row: Row): StoredRecord {
  return { at: Math.round(row.at_ms), receivedAt: Math.round(row.received_ms), fields: row.json }
}

async function list(db: Db, query: RawBuilder<Row>): Promise<StoredRecord[]> {
  const { rows } = await query.execute(db)
  return rows.map(recordOf)
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
  const operator = OPERATORS[condition.operator]
  if (condition.kind === 'time') return sql`${TIME_COLUMNS[condition.of]} ${operator} ${moment(condition.at)}`
  const value = sql`${JSON.stringify(condition.value)}::jsonb`
  const field = fieldOrNull(condition.name)
  if (condition.operator === '==' || condition.operator === '!=') return sql`${field} ${operator} ${value}`
  // JSON has an order between types too, which nobody means, and null is neither above nor below anything.
  if (condition.value === null) return sql`false`
  return sql`(jsonb_typeof(fields -> ${condition.name}) = jsonb_typeof(${value}) and fields -> ${condition.name} ${operator} ${value})`
}

function fieldOrNull(name: string) {
  return sql`coalesce(fields -> ${name}, 'null'::jsonb)`
}

/** `sorted` is undefined where the time of a record alone decides. */
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

/** Four points a pixel column: with fewer records than that there is nothing to gain. */
const POINTS_PER_COLUMN = 4

async function readSeries(blocks: AsyncIterable<NumberBlock>, request: SeriesRequest): Promise<Series> {
  const limit = request.width * POINTS_PER_COLUMN
  const held: NumberBlock[] = []
  let count = 0
  let reduced: ReturnType<typeof createM4>[] | undefined
  const reduce = (block: NumberBlock): void =>
    reduced?.forEach((m4, index) => m4.addPoints(block.at, block.columns[index] ?? new Float64Array(0)))
  for await (const block of blocks) {
    count += block.at.length
    if (reduced === undefined && count > limit) {
      reduced = request.fields.map(() => createM4(request))
      for (const earlier of held.splice(0)) reduce(earlier)
    }
    if (reduced === undefined) held.push(block)
    else reduce(block)
  }
  if (reduced !== undefined) return { complete: false, fields: reduced.map((m4) => m4.finish()) }
  return { complete: true, fields: columnsOf(held, request.fields.length) }
}
