import type { ActionMessage, ActionMethod } from '@fieldwatch/contract/action-messages'
import type { ActionClass } from '@fieldwatch/contract/action-options'
import type { ActionState } from '@fieldwatch/contract/actions'
import type { DataId, UserId } from '@fieldwatch/contract/ids'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

export interface NewRequest {
  readonly dataId: DataId
  readonly actionClass: ActionClass
  readonly method: ActionMethod
  readonly action: string
  readonly payload: ActionMessage['payload']
  readonly by: UserId
  readonly now: number
  readonly expiresAt: number
  readonly batchId: number | undefined
}

export type StoredRequest = Selectable<Tables['action_request']>

/** How the portal gives up a request. */
export type PortalEnd = { readonly kind: 'expired' } | { readonly kind: 'cancelled'; readonly by: UserId }

export type RequestStore = ReturnType<typeof createRequestStore>

/** Requests to units and what became of them. Times are epoch milliseconds. */
export function createRequestStore(db: Db) {
  return {
    /** Of several changes to the requests of one unit the second waits. Use it in a transaction. */
    lockUnit: async (dataId: DataId): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended('requests of ' || ${dataId}, 0))`.execute(db)
    },

    /** Use it while the unit is locked. Two requests of a unit have different times. `isFirst`: the unit had none before. */
    create: async (request: NewRequest): Promise<{ id: number; isFirst: boolean }> => {
      const { rows } = await sql<{ id: number; isFirst: boolean }>`
        insert into action_request
          (data_id, action_class, method, action, payload, created_at, created_by, expires_at, batch_id)
        select ${request.dataId}, ${request.actionClass}, ${request.method}, ${request.action},
          ${JSON.stringify(request.payload)}, greatest(${request.now}::bigint, max(created_at) + 1), ${request.by},
          ${request.expiresAt}, ${request.batchId ?? null}
        from action_request where data_id = ${request.dataId} and created_at >= ${request.now}
        returning id, not exists (
          select from action_request earlier where earlier.data_id = ${request.dataId}
        ) as "isFirst"`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('a request was not stored')
      return row
    },

    /** How many requests of the unit are open, and how many the person has sent since, batches aside. */
    count: async (dataId: DataId, person: UserId, since: number): Promise<RequestCounts> => {
      const { rows } = await sql<RequestCounts>`
        select (
          select count(*) from action_request where data_id = ${dataId} and state in ('waiting', 'handed-over')
        ) as open, (
          select count(*) from action_request
          where created_by = ${person} and created_at > ${since} and batch_id is null
        ) as "ofPerson"`.execute(db)
      return rows[0] ?? { open: 0, ofPerson: 0 }
    },

    find: async (id: number): Promise<StoredRequest | undefined> =>
      db.selectFrom('action_request').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Use it in a transaction: what is found stays as it is until its end. */
    claim: async (id: number): Promise<StoredRequest | undefined> =>
      db.selectFrom('action_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    /** The portal gives up a request that is open. Use it while the unit is locked. */
    end: async ({ id, data_id: dataId }: StoredRequest, end: PortalEnd, now: number): Promise<void> => {
      const isExpired = end.kind === 'expired'
      await db
        .updateTable('action_request')
        .set({
          state: end.kind,
          ended_at: await findFreeTime(db, dataId, now),
          end_told: false,
          ...(isExpired ? { expired_at: now } : { cancelled_at: now, cancelled_by: end.by }),
        })
        .where('id', '=', id)
        .execute()
    },

    listExpired: async (now: number, limit: number): Promise<{ id: number; dataId: DataId }[]> => {
      const { rows } = await sql<{ id: number; dataId: DataId }>`
        select id, data_id as "dataId" from action_request
        where state in ('waiting', 'handed-over') and expires_at <= ${now} order by expires_at limit ${limit}`.execute(
        db,
      )
      return rows
    },

    /**
     * A result was stored, whose record has the time `at`. Undefined: there was one before, it is that of the portal, or there is no such
     * request.
     */
    answer: async (
      { dataId, id, at }: { dataId: DataId; id: number; at: number },
      { status, result, now }: { status: string; result: string | undefined; now: number },
    ): Promise<StoredRequest | undefined> =>
      db
        .updateTable('action_request')
        .set({ state: 'answered', answered_at: now, status, result: result ?? null })
        .where('id', '=', id)
        .where('data_id', '=', dataId)
        .where('answered_at', 'is', null)
        .where('ended_at', 'is distinct from', at)
        .returningAll()
        .executeTakeFirst(),

    /** Those of the requests that are the unit's, with the time of their result. Use it while the unit is locked. */
    listResultTimes: async (dataId: DataId, ids: readonly number[]): Promise<ResultTime[]> => {
      const { rows } = await sql<ResultTime>`
        select id, result_at as "at", answered_at is not null as "isAnswered" from action_request
        where data_id = ${dataId} and id = any (${[...ids]}::bigint[])`.execute(db)
      return rows
    },

    setResultTime: async (id: number, at: number): Promise<void> => {
      await db.updateTable('action_request').set({ result_at: at }).where('id', '=', id).execute()
    },

    /** The first moment from one on at which the history has no result of the unit. Use it while the unit is locked. */
    findFreeTime: (dataId: DataId, from: number): Promise<number> => findFreeTime(db, dataId, from),
  }
}

export interface RequestCounts {
  readonly open: number
  readonly ofPerson: number
}

export interface ResultTime {
  readonly id: number
  readonly at: number | null
  readonly isAnswered: boolean
}

/** The first moment from one on at which the history has no result of the unit. */
async function findFreeTime(db: Db, dataId: DataId, from: number): Promise<number> {
  for (let start = from; ; start += LOOKED_AT) {
    const end = start + LOOKED_AT
    const { rows } = await sql<{ at: number }>`
      select result_at as at from action_request where data_id = ${dataId} and result_at >= ${start} and result_at < ${end}
      union all
      select ended_at from action_request where data_id = ${dataId} and ended_at >= ${start} and ended_at < ${end}`.execute(
      db,
    )
    const taken = new Set(rows.map(({ at }) => at))
    for (let at = start; at < end; at += 1) if (!taken.has(at)) return at
  }
}

const LOOKED_AT = 1_000

export function isOpen({ state }: { readonly state: ActionState }): boolean {
  return state === 'waiting' || state === 'handed-over'
}
