import { CompiledQuery, sql } from 'kysely'
import type { Chunk } from '#records/chunks/chunk.ts'
import { DamagedBlockError } from '#records/chunks/sealed-block.ts'
import { encodeArrivals } from '#records/chunks/times.ts'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import type { ArrivalsRequest } from './record-reader.ts'
import { blockLabel, type ChunkDescription } from './chunk-description.ts'

/** A range with both ends inside. Epoch milliseconds. */
export interface ClosedRange {
  readonly start: number
  readonly end: number
}

export interface Arrivals {
  readonly firstReceivedAt: number
  readonly lastReceivedAt: number
  /** The sealed arrivals; undefined when all records arrived at once. */
  readonly block: Buffer | undefined
}

interface TimeBlocks {
  readonly times: Buffer
  /** Undefined when all records arrived at once. */
  readonly arrivals: Buffer | undefined
}

export interface SummaryKey {
  readonly field: string
  readonly bucketMs: number
  readonly startAt: number
}

export type ChunkStore = ReturnType<typeof createChunkStore>

/** The chunks of sources, by their descriptions and block by block. */
export function createChunkStore(db: Db) {
  return {
    /** The first chunk with records in a range. */
    findFirst: (sourceKey: number, range: ClosedRange): Promise<ChunkDescription | undefined> =>
      findOne(db, sourceKey, range, sql`order by end_at limit 1`),

    /** The next chunks with records in a range, in the order of time. */
    listNext: async (sourceKey: number, { start, end }: ClosedRange, limit: number): Promise<ChunkDescription[]> => {
      const { rows } = await sql<ChunkRow>`
        select ${DESCRIPTION}, levels from record_chunk
        where source_key = ${sourceKey} and end_at >= ${start} and start_at <= ${end} and times is not null
        order by end_at limit ${limit}`.execute(db)
      return rows.map(describe)
    },

    /** The last chunk with records in a range. */
    findLast: (sourceKey: number, range: ClosedRange): Promise<ChunkDescription | undefined> =>
      findOne(db, sourceKey, range, sql`order by start_at desc limit 1`),

    /** The last chunk that begins in a range and has a column of a field. */
    findLastWithField: async (
      sourceKey: number,
      { start, end }: ClosedRange,
      field: string,
    ): Promise<ChunkDescription | undefined> => {
      const { rows } = await sql<ChunkRow>`
        select ${DESCRIPTION}, levels
        from (
          select start_at from record_column
          where source_key = ${sourceKey} and field = ${field} and start_at between ${start} and ${end}
          order by start_at desc limit 1
        ) newest
        join record_chunk using (start_at)
        where source_key = ${sourceKey} and times is not null`.execute(db)
      return rows[0] === undefined ? undefined : describe(rows[0])
    },

    /** All that touch a range, in the order of time. */
    list: async (sourceKey: number, { start, end }: ClosedRange): Promise<ChunkDescription[]> => {
      const { rows } = await sql<ChunkRow>`
        select ${DESCRIPTION}, levels from record_chunk
        where source_key = ${sourceKey} and end_at >= ${start} and start_at <= ${end}
        order by start_at`.execute(db)
      return rows.map(describe)
    },

    /** Some chunks before a moment, the one that holds it, and some behind it, in the order of time. */
    listAround: async (sourceKey: number, at: number, some: number): Promise<ChunkDescription[]> => {
      const { rows } = await sql<ChunkRow>`
        select * from (
          (select ${DESCRIPTION}, levels from record_chunk
           where source_key = ${sourceKey} and start_at <= ${at} order by start_at desc limit ${some + 1})
          union all
          (select ${DESCRIPTION}, levels from record_chunk
           where source_key = ${sourceKey} and start_at > ${at} order by start_at limit ${some})
        ) around
        order by start_at`.execute(db)
      return rows.map(describe)
    },

    /** As `list`, with the summaries of some fields only. */
    listFields: async (
      sourceKey: number,
      { start, end }: ClosedRange,
      fields: readonly string[],
    ): Promise<ChunkDescription[]> => {
      const { rows } = await sql<ChunkRow>`
        ${prepared('list-chunks-with-fields')}
        select ${DESCRIPTION}, (
          select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(levels) where key = any (${[...fields]}::text[])
        ) as levels
        from record_chunk
        where source_key = ${sourceKey} and end_at >= ${start} and start_at <= ${end}
        order by start_at`.execute(db)
      return rows.map(describe)
    },

    /** Chunks that may have a record which arrived behind a position, by the first arrival. */
    listArrivedSince: async (
      sourceKey: number,
      { receivedAfter, at }: Omit<ArrivalsRequest, 'limit'>,
    ): Promise<ChunkDescription[]> => {
      const first = at === undefined ? receivedAfter + 1 : receivedAfter
      const { rows } = await sql<ChunkRow>`
        select ${DESCRIPTION}, levels from record_chunk
        where source_key = ${sourceKey} and last_received_at >= ${first} and times is not null
        order by first_received_at`.execute(db)
      return rows.map(describe)
    },

    /** Undefined when only summaries are left. */
    readTimes: (sourceKey: number, startAt: number) => readTimes(db, sourceKey, startAt),

    /** All blocks but the summaries. Throws DamagedBlockError when one is missing. */
    readWhole: async (sourceKey: number, description: ChunkDescription): Promise<Chunk> => {
      const { startAt, endAt, count, firstReceivedAt, levels } = description
      const times = await readTimes(db, sourceKey, startAt)
      const columns = await readColumns(db, sourceKey, startAt, [...levels.keys()])
      if (times === undefined) throw new DamagedBlockError(blockLabel(sourceKey, startAt, 'times'), 'it is missing')
      const arrivals =
        times.arrivals ?? encodeArrivals(new Float64Array(count).fill(firstReceivedAt), new Float64Array(count))
      return {
        startAt,
        endAt,
        count,
        times: times.times,
        arrivals,
        columns: new Map(
          Array.from(levels.keys(), (field) => {
            const values = columns.get(field)
            if (values === undefined)
              throw new DamagedBlockError(blockLabel(sourceKey, startAt, field), 'it is missing')
            return [field, { values, summaries: [] }]
          }),
        ),
      }
    },

    /** The blocks of those of the fields that the chunk has. */
    readColumns: (sourceKey: number, startAt: number, fields: readonly string[]) =>
      readColumns(db, sourceKey, startAt, fields),

    /** The blocks of times and arrivals of several chunks, by their start. */
    readTimesOf: async (sourceKey: number, startAts: readonly number[]): Promise<ReadonlyMap<number, TimeBlocks>> => {
      const { rows } = await sql<{ startAt: number; times: Buffer; arrivals: Buffer | null }>`
        select start_at as "startAt", times, arrivals from record_chunk
        where source_key = ${sourceKey} and start_at = any (${[...startAts]}::bigint[]) and times is not null`.execute(
        db,
      )
      return new Map(rows.map(({ startAt, times, arrivals }) => [startAt, { times, arrivals: arrivals ?? undefined }]))
    },

    /** The blocks of those of the fields that several chunks have, by their start and field. */
    readColumnsOf: async (
      sourceKey: number,
      startAts: readonly number[],
      fields: readonly string[],
    ): Promise<ReadonlyMap<number, ReadonlyMap<string, Buffer>>> => {
      const { rows } = await sql<{ startAt: number; field: string; data: Buffer }>`
        select start_at as "startAt", field, data from record_column
        where source_key = ${sourceKey} and start_at = any (${[...startAts]}::bigint[])
          and field = any (${[...fields]}::text[])`.execute(db)
      const found = new Map(startAts.map((startAt) => [startAt, new Map<string, Buffer>()]))
      for (const { startAt, field, data } of rows) found.get(startAt)?.set(field, data)
      return found
    },

    /** The summaries that were asked for, in any order. */
    readSummaries: async (
      sourceKey: number,
      keys: readonly SummaryKey[],
    ): Promise<readonly (SummaryKey & { data: Buffer })[]> => {
      const { rows } = await sql<{ field: string; bucketMs: number; startAt: number; data: Buffer }>`
        select field, bucket_ms as "bucketMs", start_at as "startAt", summary.data
        from unnest(
          ${keys.map(({ field }) => field)}::text[],
          ${keys.map(({ bucketMs }) => bucketMs)}::bigint[],
          ${keys.map(({ startAt }) => startAt)}::bigint[]
        ) given (field, bucket_ms, start_at)
        join record_summary summary using (field, bucket_ms, start_at)
        where summary.source_key = ${sourceKey}`.execute(db)
      return rows
    },

    insert: async (sourceKey: number, chunk: Chunk, arrivals: Arrivals): Promise<void> => {
      const { text, values } = insertChunkQuery(sourceKey, chunk, arrivals)
      await db.executeQuery(CompiledQuery.raw(text, [...values]))
    },

    /** Removes chunks with everything that belongs to them. Returns the bytes of their columns and summaries. */
    remove: async (sourceKey: number, startAts: readonly number[]): Promise<number> => {
      let bytes = 0
      for (const table of ['recordSummary', 'recordColumn'] as const) {
        const removed = await db
          .deleteFrom(table)
          .where('sourceKey', '=', sourceKey)
          .where(sql<boolean>`start_at = any (${[...startAts]}::bigint[])`)
          .returning(sql<number>`octet_length(data)`.as('bytes'))
          .execute()
        bytes += removed.reduce((sum, row) => sum + row.bytes, 0)
      }
      await db
        .deleteFrom('recordChunk')
        .where('sourceKey', '=', sourceKey)
        .where(sql<boolean>`start_at = any (${[...startAts]}::bigint[])`)
        .execute()
      return bytes
    },

    /** Locks the chunks of the source until the transaction ends. */
    lock: async (sourceKey: number): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended('chunks', ${sourceKey}))`.execute(db)
    },
  }
}

/** The statement that stores a chunk, for any connection. */
export function insertChunkQuery(
  sourceKey: number,
  chunk: Chunk,
  arrivals: Arrivals,
): { text: string; values: unknown[] } {
  const columns = [...chunk.columns]
  const summaries = columns.flatMap(([field, column]) => column.summaries.map((level) => ({ field, ...level })))
  const levels = columns.map(
    ([field, column]) => `${JSON.stringify(field)}:${JSON.stringify(column.summaries.map(({ bucketMs }) => bucketMs))}`,
  )
  return {
    text: INSERT_CHUNK,
    values: [
      sourceKey,
      chunk.startAt,
      chunk.endAt,
      chunk.count,
      arrivals.firstReceivedAt,
      arrivals.lastReceivedAt,
      `{${levels.join(',')}}`,
      chunk.times,
      arrivals.block ?? null,
      columns.map(([field]) => field),
      columns.map(([, column]) => column.values),
      summaries.map(({ field }) => field),
      summaries.map(({ bucketMs }) => bucketMs),
      summaries.map(({ block }) => block),
    ],
  }
}

const INSERT_CHUNK = `
  with chunk as (
    insert into record_chunk
      (source_key, start_at, end_at, count, first_received_at, last_received_at, levels, times, arrivals)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ), columns as (
    insert into record_column (source_key, start_at, field, data)
    select $1::bigint, $2::bigint, field, data from unnest($10::text[], $11::bytea[]) given (field, data)
  )
  insert into record_summary (source_key, start_at, field, bucket_ms, data)
  select $1::bigint, $2::bigint, field, bucket_ms, data
  from unnest($12::text[], $13::bigint[], $14::bytea[]) given (field, bucket_ms, data)`

interface ChunkRow {
  startAt: number
  endAt: number
  count: number
  firstReceivedAt: number
  lastReceivedAt: number
  levels: Record<string, number[]>
  hasRecords: boolean
  isMoved: boolean
}

const DESCRIPTION = sql`
  start_at, end_at, count, first_received_at, last_received_at, times is not null as has_records,
  object_id is not null as is_moved`

async function findOne(
  db: Db,
  sourceKey: number,
  { start, end }: ClosedRange,
  choice: ReturnType<typeof sql>,
): Promise<ChunkDescription | undefined> {
  const { rows } = await sql<ChunkRow>`
    select ${DESCRIPTION}, levels from record_chunk
    where source_key = ${sourceKey} and end_at >= ${start} and start_at <= ${end} and times is not null
    ${choice}`.execute(db)
  return rows[0] === undefined ? undefined : describe(rows[0])
}

async function readTimes(db: Db, sourceKey: number, startAt: number): Promise<TimeBlocks | undefined> {
  const row = await db
    .selectFrom('recordChunk')
    .select(['times', 'arrivals'])
    .where('sourceKey', '=', sourceKey)
    .where('startAt', '=', startAt)
    .executeTakeFirst()
  return row === undefined || row.times === null ? undefined : { times: row.times, arrivals: row.arrivals ?? undefined }
}

async function readColumns(
  db: Db,
  sourceKey: number,
  startAt: number,
  fields: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await sql<{ field: string; data: Buffer }>`
    select field, data from record_column
    where source_key = ${sourceKey} and start_at = ${startAt} and field = any (${[...fields]}::text[])`.execute(db)
  return new Map(rows.map(({ field, data }) => [field, data]))
}

function describe(row: ChunkRow): ChunkDescription {
  return {
    startAt: row.startAt,
    endAt: row.endAt,
    count: row.count,
    firstReceivedAt: row.firstReceivedAt,
    lastReceivedAt: row.lastReceivedAt,
    levels: new Map(Object.entries(row.levels)),
    hasRecords: row.hasRecords,
    isMoved: row.isMoved,
  }
}
