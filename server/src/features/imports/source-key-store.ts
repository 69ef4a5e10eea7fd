import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type pg from 'pg'

/** Undefined as long as nothing was stored in the source. */
export async function findSourceKey(
  connection: Pick<pg.Pool, 'query'>,
  dataId: DataId,
  name: SourceName,
): Promise<number | undefined> {
  const { rows } = await connection.query<{ source_key: number }>(
    'select source_key from source where data_id = $1 and name = $2',
    [dataId, name],
  )
  return rows[0]?.source_key
}
