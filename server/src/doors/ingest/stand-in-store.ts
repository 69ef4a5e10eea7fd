import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type pg from 'pg'

type Connection = Pick<pg.ClientBase, 'query'>

/**
 * Reserves consecutive stand-in times, a millisecond apart, and returns the first; no server gives any of them again. Undefined
 * when the unit is gone.
 */
export async function reserveStandIns(
  connection: Connection,
  { dataId, name }: { readonly dataId: DataId; readonly name: SourceName },
  { arrivedAt, count }: { readonly arrivedAt: number; readonly count: number },
): Promise<number | undefined> {
  const { rows } = await connection.query<{ until: number }>(
    `insert into source (data_id, name, last_received_at, stand_in_until, raw_days, summary_days)
     select data_id, $2, to_timestamp(0), $3::bigint + $4::bigint - 1, raw_days, summary_days from unit where data_id = $1
     on conflict (data_id, name) do update set stand_in_until = greatest(source.stand_in_until, $3::bigint - 1) + $4::bigint
     returning stand_in_until as until`,
    [dataId, name, arrivedAt, count],
  )
  return rows[0] === undefined ? undefined : rows[0].until - count + 1
}

/** The newest stand-in time of each source; locks them until the transaction ends. */
export async function lockStandIns(
  connection: Connection,
  keys: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await connection.query<{ source_key: number; until: number }>(
    'select source_key, stand_in_until as until from source where source_key = any ($1::bigint[]) order by source_key for no key update',
    [keys],
  )
  return new Map(rows.map((row) => [row.source_key, row.until]))
}
