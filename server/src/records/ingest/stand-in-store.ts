import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import type pg from 'pg'

type Connection = Pick<pg.ClientBase, 'query'>

/**
 * Takes so many times for records of a source that came without one, each a millisecond after the other, and returns the first. No
 * server gives any of them again. Undefined when the unit is gone.
 */
export async function reserveStandIns(
  connection: Connection,
  { dataId, name }: { readonly dataId: DataId; readonly name: SourceName },
  { arrivedAt, count }: { readonly arrivedAt: number; readonly count: number },
): Promise<number | undefined> {
  const { rows } = await connection.query<{ until: number }>(
    `insert into source (data_id, name, last_received_at, stand_in_until)
     select data_id, $2, to_timestamp(0), $3::bigint + $4::bigint - 1 from unit where data_id = $1
     on conflict (data_id, name) do update set stand_in_until = greatest(source.stand_in_until, $3::bigint - 1) + $4::bigint
     returning stand_in_until as until`,
    [dataId, name, arrivedAt, count],
  )
  return rows[0] === undefined ? undefined : rows[0].until - count + 1
}

/** Up to which time stand-ins of sources were given. Nobody else gives any until the end of the transaction. */
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
