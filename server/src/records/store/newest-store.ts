import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import type { StoredRecord } from './record-reader.ts'

/** The end of what is stored of a source. */
export interface Newest {
  /** Undefined when no row is as late as asked. */
  readonly row: StoredRecord | undefined
  /** When the last chunk or late record ends; undefined when there is none. */
  readonly chunkEnd: number | undefined
}

/** A source, and a time (epoch ms) before which its newest row is not looked for. */
interface NewestQuestion {
  readonly sourceKey: number
  readonly from: number | undefined
}

/**
 * The newest row of each of many sources, in their order, in one snapshot. The index is read page by page, a few hundred rows of
 * a source; with a time to start from it is a few.
 */
export async function readNewest(db: Db, questions: readonly NewestQuestion[]): Promise<Newest[]> {
  // Parameters are lists as texts, and the result is one row of texts: thousands of parameters or rows take several times as
  // long.
  const keys = `{${questions.map(({ sourceKey }) => sourceKey).join(',')}}`
  const starts = `{${questions.map(({ from }) => from ?? -Infinity).join(',')}}`
  const { rows } = await sql<Record<'at' | 'received' | 'json' | 'ends', string | null>>`
    ${prepared('read-newest')}
    select string_agg(coalesce((date_part('epoch', at) * 1000)::bigint::text, ''), ' ' order by place) as at,
      string_agg(coalesce((date_part('epoch', received_at) * 1000)::bigint::text, ''), ' ' order by place) as received,
      string_agg(coalesce(fields::text, ''), E'\n' order by place) as json,
      string_agg(coalesce(greatest(end_at, late.last_ms)::text, ''), ' ' order by place) as ends
    from unnest(${keys}::bigint[], ${starts}::float8[]) with ordinality asked (source_key, start, place)
    left join lateral (
      select at, received_at, fields from record
      where record.source_key = asked.source_key and at >= to_timestamp(asked.start / 1000) order by at desc limit 1
    ) latest on true
    left join lateral (
      select end_at from record_chunk chunk
      where chunk.source_key = asked.source_key order by end_at desc limit 1
    ) last on true
    left join lateral (
      select (date_part('epoch', last_at) * 1000)::bigint as last_ms from record_late
      where record_late.source_key = asked.source_key order by last_at desc limit 1
    ) late on true`.execute(db)
  const [found] = rows
  const at = timesOf(found?.at)
  const received = timesOf(found?.received)
  const json = found?.json?.split('\n') ?? []
  const ends = timesOf(found?.ends)
  return questions.map((_, index) => ({
    row: rowOf(at[index], received[index], json[index]),
    chunkEnd: ends[index],
  }))
}

function rowOf(at: number | undefined, receivedAt = 0, fields = '{}'): StoredRecord | undefined {
  return at === undefined ? undefined : { at, receivedAt, fields }
}

function timesOf(text: string | null | undefined): (number | undefined)[] {
  return text?.split(' ').map((time) => (time === '' ? undefined : Number(time))) ?? []
}
