import type { ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Door } from '@fieldwatch/contract/api/doors'
import { sql } from 'kysely'
import type { Starter } from '#people/credentials/find-starter.ts'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import type { StoredRequest } from './request-store.ts'

/** A request to hand over before `expiresAt`, in epoch milliseconds. */
export interface WaitingRequest {
  readonly message: ActionMessage
  readonly expiresAt: number
  readonly starter: Starter
}

interface HandedOver {
  readonly now: number
  /** By which the unit got it. */
  readonly door: Door
}

/** What waits for units, and what has reached them. */
export function createDeliveryStore(db: Db) {
  const listWaiting = async (
    dataId: DataId,
    { now, limit, again, after = 0 }: { now: number; limit: number; again: boolean; after?: number },
  ): Promise<WaitingRequest[]> => {
    const { rows } = await sql<StoredRequest>`
      select action_request.* from action_request join unit using (data_id)
      where data_id = ${dataId} and unit.active and state = 'waiting' and not_sent_reason is null
        and expires_at > ${now} and result_at is null and (${again} or not sent_once) and id > ${after}
      order by id limit ${limit}`.execute(db)
    return rows.map((row) => ({
      message: messageOf(row),
      expiresAt: row.expiresAt,
      starter: { userId: row.createdBy, tokenId: row.tokenId ?? undefined },
    }))
  }
  return {
    /** The first request that a connection is to get; one that went to a subscription which does not confirm is not sent again. */
    findNext: async (dataId: DataId, now: number, after = 0): Promise<WaitingRequest | undefined> => {
      const [next] = await listWaiting(dataId, { now, limit: 1, again: false, after })
      return next
    },

    /** Which of the units `findNext` finds a request for. */
    listUnitsWithNext: async (dataIds: readonly DataId[], now: number): Promise<ReadonlyMap<DataId, true>> => {
      const { rows } = await sql<{ dataId: DataId }>`
        ${prepared('units-with-next-request')}
        select distinct data_id from action_request join unit using (data_id)
        where data_id = any (${[...dataIds]}::text[]) and unit.active and state = 'waiting' and not_sent_reason is null
          and expires_at > ${now} and result_at is null and not sent_once`.execute(db)
      return new Map(rows.map((row) => [row.dataId, true]))
    },

    /** For a unit that asks. */
    listForPoll: (dataId: DataId, now: number, which: { limit: number; again: boolean }): Promise<WaitingRequest[]> =>
      listWaiting(dataId, { now, ...which }),

    /** Requests whose starters may not send them any more. */
    withhold: async (dataId: DataId, ids: readonly number[]): Promise<void> => {
      await sql`
        update action_request set not_sent_reason = 'not-permitted'
        where data_id = ${dataId} and id = any (${[...ids]}::bigint[]) and state = 'waiting'`.execute(db)
    },

    markSent: async (dataId: DataId, ids: readonly number[], sent: { now: number; once: boolean }): Promise<void> => {
      await sql`
        update action_request set sent_at = ${sent.now}, sent_once = sent_once or ${sent.once}
        where data_id = ${dataId} and id = any (${[...ids]}::bigint[])`.execute(db)
    },

    /** On a connection the unit confirms one. Returns whether that was news. */
    markHandedOver: async (dataId: DataId, id: number, { now, door }: HandedOver): Promise<boolean> => {
      const { numAffectedRows } = await sql`
        update action_request set handed_over_at = ${now}, channel = ${door}, sent_at = coalesce(sent_at, ${now}),
          state = case state when 'waiting' then 'handed-over' else state end
        where data_id = ${dataId} and id = ${id} and handed_over_at is null`.execute(db)
      return (numAffectedRows ?? 0n) > 0n
    },

    /** By HTTP the unit confirms all that was sent up to one. Returns whether that was news. */
    markHandedOverUpTo: async (dataId: DataId, id: number, { now, door }: HandedOver): Promise<boolean> => {
      const { numAffectedRows } = await sql`
        update action_request set handed_over_at = ${now}, channel = ${door}, state = 'handed-over'
        where data_id = ${dataId} and id <= ${id} and state = 'waiting' and sent_at is not null`.execute(db)
      return (numAffectedRows ?? 0n) > 0n
    },

    /** Units with a connection at this server for which something waits. */
    listWaitingUnits: async (server: string, limit: number): Promise<DataId[]> => {
      const { rows } = await sql<{ dataId: DataId }>`
        select distinct data_id from action_request join unit_connection using (data_id)
        where state = 'waiting' and server = ${server} limit ${limit}`.execute(db)
      return rows.map((row) => row.dataId)
    },
  }
}

function messageOf(row: StoredRequest): ActionMessage {
  return {
    action_id: row.id,
    actionClass: row.actionClass,
    method: row.method,
    action: row.action,
    payload: JSON.parse(row.payload) as ActionMessage['payload'],
  }
}
