import type { ActionMessage, ActionMethod } from '@fieldwatch/contract/actions/action-messages'
import type { ActionClass } from '@fieldwatch/contract/actions/action-options'
import type { ActionState, NotSentReason } from '@fieldwatch/contract/actions/actions'
import type { DataId, ProgramTokenId, UserId } from '@fieldwatch/contract/api/ids'
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
  /** Only for a request that a program makes. */
  readonly tokenId: ProgramTokenId | undefined
  readonly now: number
  readonly expiresAt: number
  readonly batchId: number | undefined
}

export type StoredRequest = Selectable<Tables['actionRequest']>

/** How the portal gives up a request. */
export type PortalEnd =
  | { readonly kind: 'expired' }
  | { readonly kind: 'cancelled'; readonly by: UserId }
  | { readonly kind: 'not-sent'; readonly reason: NotSentReason }

/** Requests to units and what became of them. Times are epoch milliseconds. */
export function createRequestStore(db: Db) {
  return {
    /** Locks the requests of one unit: a second change to them waits. Use it in a transaction. */
    lockUnit: async (dataId: DataId): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended('requests of ' || ${dataId}, 0))`.execute(db)
    },

    /** Use it while the unit is locked. Two requests of a unit have different times. `isFirst`: the unit had none before. */
    create: async (request: NewRequest): Promise<{ id: number; isFirst: boolean }> => {
      const { rows } = await sql<{ id: number; isFirst: boolean }>`
        insert into action_request
          (data_id, action_class, method, action, payload, created_at, created_by, token_id, expires_at, batch_id)
        select ${request.dataId}, ${request.actionClass}, ${request.method}, ${request.action},
          ${JSON.stringify(request.payload)}, greatest(${request.now}::bigint, max(created_at) + 1), ${request.by},
          ${request.tokenId ?? null}, ${request.expiresAt}, ${request.batchId ?? null}
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

    /**
     * Has ids continue above the time of the database in milliseconds, if they do not already. A portal that was restored then gives no id
     * that was given after its backup.
     */
    raiseIds: async (): Promise<void> => {
      await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('ids of requests', 0))`.execute(tx)
        await sql`
          select setval('action_request_id_seq', floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
          from action_request_id_seq where last_value < extract(epoch from clock_timestamp()) * 1000`.execute(tx)
      })
    },

    find: async (id: number): Promise<StoredRequest | undefined> =>
      db.selectFrom('actionRequest').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Use it in a transaction: what is found stays as it is until its end. */
    claim: async (id: number): Promise<StoredRequest | undefined> =>
      db.selectFrom('actionRequest').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    /** The portal gives up a request that is open. Use it while the unit is locked. */
    end: async ({ id, dataId }: StoredRequest, end: PortalEnd, now: number): Promise<void> => {
      await db
        .updateTable('actionRequest')
        .set({
          state: end.kind,
          endedAt: await findFreeTime(db, dataId, now),
          endRecorded: false,
          seenByBatch: NO_BATCH,
          ...endColumns(end, now),
        })
        .where('id', '=', id)
        .execute()
    },

    /** Open requests that the portal has to give up, and how. */
    listOverdue: async (now: number, limit: number): Promise<OverdueRequest[]> => {
      const { rows } = await sql<{ id: number; dataId: DataId; reason: NotSentReason | null }>`
        (
          select id, data_id as "dataId", coalesce(not_sent_reason, 'deactivated') as reason
          from action_request join unit using (data_id)
          where state = 'waiting' and (not_sent_reason is not null or not unit.active) limit ${limit}
        ) union all (
          select id, data_id, null from action_request
          where state in ('waiting', 'handed-over') and expires_at <= ${now} order by expires_at limit ${limit}
        )`.execute(db)
      return rows.map(({ id, dataId, reason }) => ({
        id,
        dataId,
        end: reason === null ? { kind: 'expired' } : { kind: 'not-sent', reason },
      }))
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
        .updateTable('actionRequest')
        .set({
          state: 'answered',
          answeredAt: now,
          status,
          result: result ?? null,
          firstAnswer: null,
          seenByBatch: NO_BATCH,
        })
        .where('id', '=', id)
        .where('dataId', '=', dataId)
        .where('answeredAt', 'is', null)
        .where('endedAt', 'is distinct from', at)
        .returningAll()
        .executeTakeFirst(),

    /** Which of the requests are the unit's, with what is known of their answers. Use it while the unit is locked. */
    listAnswers: async (dataId: DataId, ids: readonly number[]): Promise<KnownAnswer[]> => {
      const { rows } = await sql<KnownAnswer>`
        select id, result_at as "at", first_answer as "json", answered_at is not null as "isAnswered" from action_request
        where data_id = ${dataId} and id = any (${[...ids]}::bigint[])`.execute(db)
      return rows
    },

    /** Keeps the first answer, whose record gets the time `at`. */
    setFirstAnswer: async (id: number, { at, json }: { at: number; json: string }): Promise<void> => {
      await db.updateTable('actionRequest').set({ resultAt: at, firstAnswer: json }).where('id', '=', id).execute()
    },

    /** The requests of one unit, or of all units, of which a record of the history is not stored yet. */
    listUnrecorded: async (dataId: DataId | undefined, limit: number): Promise<StoredRequest[]> => {
      const { rows } = await sql<StoredRequest>`
        select * from action_request
        where (not request_recorded or not end_recorded) and (${dataId ?? null}::text is null or data_id = ${dataId ?? null})
        order by id limit ${limit}`.execute(db)
      return rows
    },

    markRecorded: async (ids: readonly number[], which: 'request_recorded' | 'end_recorded'): Promise<void> => {
      if (ids.length === 0) return
      await db
        .updateTable('actionRequest')
        .set({ [which]: true })
        .where('id', 'in', [...ids])
        .execute()
    },

    /** The first moment from one on at which the history has no result of the unit. Use it while the unit is locked. */
    findFreeTime: (dataId: DataId, from: number): Promise<number> => findFreeTime(db, dataId, from),
  }
}

interface RequestCounts {
  readonly open: number
  readonly ofPerson: number
}

interface OverdueRequest {
  readonly id: number
  readonly dataId: DataId
  readonly end: Extract<PortalEnd, { kind: 'expired' | 'not-sent' }>
}

export interface KnownAnswer {
  readonly id: number
  /** The time of its record; null as long as there is none. */
  readonly at: number | null
  /** Its fields, until the request has them. */
  readonly json: string | null
  readonly isAnswered: boolean
}

/** What ends has not been seen by its batch; without one there is nothing to see. */
const NO_BATCH = sql<boolean>`batch_id is null`

function endColumns(end: PortalEnd, now: number) {
  if (end.kind === 'expired') return { expiredAt: now }
  if (end.kind === 'cancelled') return { cancelledAt: now, cancelledBy: end.by }
  return { notSentAt: now, notSentReason: end.reason }
}

/** The first moment from one on at which the history has no result of the unit. */
async function findFreeTime(db: Db, dataId: DataId, from: number): Promise<number> {
  for (let start = from; ; start += LOOKED_AT) {
    const end = start + LOOKED_AT
    const { rows } = await sql<{ at: number }>`
      select result_at as at from action_request where data_id = ${dataId} and result_at >= ${start} and result_at < ${end}
      union all
      select ended_at from action_request
      where data_id = ${dataId} and ended_at >= ${start} and ended_at < ${end}`.execute(db)
    const taken = new Set(rows.map(({ at }) => at))
    for (let at = start; at < end; at += 1) if (!taken.has(at)) return at
  }
}

const LOOKED_AT = 1_000

export function isWaiting({ state }: { readonly state: ActionState }): boolean {
  return state === 'waiting'
}

export function isOpen({ state }: { readonly state: ActionState }): boolean {
  return state === 'waiting' || state === 'handed-over'
}
