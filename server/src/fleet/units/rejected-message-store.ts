import { ErrorCode } from '@fieldwatch/contract/api/errors'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { RejectedMessage } from '@fieldwatch/contract/units/units'
import type { Selectable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** The last refused messages of a unit, newest first. */
export async function listRejected(db: Db, dataId: DataId, limit: number): Promise<RejectedMessage[]> {
  const rows = await db
    .selectFrom('rejectedMessage')
    .selectAll()
    .where('dataId', '=', dataId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(rejectedMessageOf)
}

function rejectedMessageOf(row: Selectable<Tables['rejectedMessage']>): RejectedMessage {
  return {
    receivedUTC: row.receivedAt.toISOString(),
    source: row.source,
    topic: row.topic,
    channel: row.channel,
    code: ErrorCode.parse(row.code),
    message: row.message,
    payload: row.payload,
  }
}
