import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { ChunkDescription } from './chunk-description.ts'
import { momentOf } from './moment.ts'
import type { AsOf, StoredRecord } from './record-reader.ts'

/** Where the last record of a source up to a moment may be. */
export interface LastPlaces {
  /** The last among rows and late records. */
  readonly row: StoredRecord | undefined
  /** Another record took the place of the last late one after the moment that is asked for. */
  readonly isReplaced: boolean
  /** The last chunk that begins by then and has records that had arrived. */
  readonly chunk: ChunkDescription | undefined
}

/** The last places of each of many sources, in their order. */
export async function findLastPlaces(
  db: Db,
  sourceKeys: readonly number[],
  { at, arrivedBy = Infinity }: AsOf,
): Promise<LastPlaces[]> {
  const moment = sql`${momentOf(at)}::timestamptz`
  const arrived = sql`${momentOf(arrivedBy)}::timestamptz`
  const { rows } = await sql<PlacesRow>`
    select (date_part('epoch', newest.at) * 1000)::float8 as at,
      (date_part('epoch', newest.received_at) * 1000)::float8 as received, newest.fields::text as json,
      late.ms as late_at, (date_part('epoch', late.received_at) * 1000)::float8 as late_received, late.line as late_json,
      exists (
        select from record where record.source_key = asked.source_key and record.at = to_timestamp(late.ms / 1000)
      ) as replaced,
      chunk.*
    from unnest(${`{${sourceKeys.join(',')}}`}::bigint[]) with ordinality asked (source_key, place)
    left join lateral (
      select at, received_at, fields from record
      where record.source_key = asked.source_key and at <= ${moment} and received_at <= ${arrived}
      order by at desc limit 1
    ) newest on true
    left join lateral (
      select * from (
        (
          select date_part('epoch', last_at) * 1000 as ms, received_at, split_part(lines, E'\\n', -1) as line
          from record_late
          where record_late.source_key = asked.source_key and last_at <= ${moment} and received_at <= ${arrived}
          order by last_at desc limit 1
        )
        union all
        (
          select one.ms, received_at, one.line
          from record_late
          cross join lateral unnest(string_to_array(times, ',')::float8[], string_to_array(lines, E'\\n')) one (ms, line)
          where record_late.source_key = asked.source_key and last_at > ${moment} and first_at <= ${moment}
            and received_at <= ${arrived} and one.ms <= ${at}::float8
          order by one.ms desc limit 1
        )
      ) both_kinds
      order by ms desc limit 1
    ) late on true
    left join lateral (
      select start_at, end_at, count, first_received_at, last_received_at, levels
      from record_chunk
      where record_chunk.source_key = asked.source_key and start_at <= ${at}::float8 and times is not null
        and first_received_at <= ${arrivedBy}::float8
      order by start_at desc limit 1
    ) chunk on true
    order by place`.execute(db)
  return rows.map(placesOf)
}

/** The records of these sources at these times that rows or late records replace, by their place in the list. */
export async function findReplaced(
  db: Db,
  records: readonly { readonly sourceKey: number; readonly at: number }[],
): Promise<ReadonlySet<number>> {
  if (records.length === 0) return new Set()
  const { rows } = await sql<{ place: number }>`
    select place::int as place
    from unnest(
      ${`{${records.map(({ sourceKey }) => sourceKey).join(',')}}`}::bigint[],
      ${`{${records.map(({ at }) => at).join(',')}}`}::float8[]
    ) with ordinality asked (source_key, ms, place)
    cross join lateral (select to_timestamp(ms / 1000)::timestamptz(3) as at) timed
    where exists (
      select from record_row row where row.source_key = asked.source_key and row.at = timed.at
        and row.first_at <= timed.at and row.last_at >= timed.at
    )`.execute(db)
  return new Set(rows.map(({ place }) => place - 1))
}

/** The sealed blocks of chunks: their times and all of their columns. */
export interface SealedChunk {
  readonly times: Buffer
  /** Undefined when all records arrived at once. */
  readonly arrivals: Buffer | undefined
  readonly columns: Map<string, Buffer>
}

/** The blocks of one chunk of each of some sources, in their order; undefined where one is missing. */
export async function readSealedChunks(
  db: Db,
  chunks: readonly { readonly sourceKey: number; readonly startAt: number }[],
): Promise<(SealedChunk | undefined)[]> {
  if (chunks.length === 0) return []
  const asked = sql`
    unnest(
      ${`{${chunks.map(({ sourceKey }) => sourceKey).join(',')}}`}::bigint[],
      ${`{${chunks.map(({ startAt }) => startAt).join(',')}}`}::bigint[]
    ) with ordinality asked (source_key, start_at, place)`
  const times = await sql<{ place: number; times: Buffer; arrivals: Buffer | null }>`
    select place::int as place, times, arrivals from ${asked} join record_chunk using (source_key, start_at)
    where times is not null`.execute(db)
  // By the fields of each chunk: the key of the table begins with source and field.
  const columns = await sql<{ place: number; field: string; data: Buffer }>`
    select place::int as place, field, data
    from ${asked} join record_chunk using (source_key, start_at)
    cross join lateral jsonb_object_keys(levels) own (field)
    join record_column using (source_key, field, start_at)`.execute(db)
  const found: (SealedChunk | undefined)[] = chunks.map(() => undefined)
  for (const row of times.rows) {
    found[row.place - 1] = { times: row.times, arrivals: row.arrivals ?? undefined, columns: new Map() }
  }
  for (const { place, field, data } of columns.rows) found[place - 1]?.columns.set(field, data)
  return found
}

interface PlacesRow {
  at: number | null
  received: number | null
  json: string | null
  lateAt: number | null
  lateReceived: number | null
  lateJson: string | null
  replaced: boolean
  startAt: number | null
  endAt: number
  count: number
  firstReceivedAt: number
  lastReceivedAt: number
  levels: Record<string, number[]>
}

function placesOf(row: PlacesRow): LastPlaces {
  const inRows = recordOf(row.at, row.received, row.json)
  const late = recordOf(row.lateAt, row.lateReceived, row.lateJson)
  const isLate = late !== undefined && (inRows === undefined || late.at > inRows.at)
  return { row: isLate ? late : inRows, isReplaced: isLate && row.replaced, chunk: chunkOf(row) }
}

function recordOf(at: number | null, receivedAt: number | null, json: string | null): StoredRecord | undefined {
  return at === null ? undefined : { at: Math.round(at), receivedAt: Math.round(receivedAt ?? 0), fields: json ?? '{}' }
}

function chunkOf(row: PlacesRow): ChunkDescription | undefined {
  if (row.startAt === null) return undefined
  return {
    startAt: row.startAt,
    endAt: row.endAt,
    count: row.count,
    firstReceivedAt: row.firstReceivedAt,
    lastReceivedAt: row.lastReceivedAt,
    levels: new Map(Object.entries(row.levels)),
    hasRecords: true,
  }
}
