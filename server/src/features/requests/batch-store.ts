import type { BatchState, BatchStopReason } from '@fieldwatch/contract/actions/action-batches'
import type { ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import { actionNameOf } from '@fieldwatch/contract/actions/action-options'
import type { ActionState, NotSentReason } from '@fieldwatch/contract/actions/actions'
import type { DataId, EntityId, ProgramTokenId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { creatorName } from '#platform/database/person-columns.ts'
import type { Db } from '#platform/database/database.ts'
import { isUnitWhollyInReach } from '#platform/database/unit-reach.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tables } from '#platform/database/tables.ts'
import { isRunning } from '#platform/leases/lease-store.ts'
import type { NewRequest } from './request-store.ts'

export interface NewBatch extends Pick<NewRequest, 'actionClass' | 'method' | 'payload' | 'by' | 'now'> {
  /** Only for a batch that a program starts. */
  readonly tokenId: ProgramTokenId | undefined
  /** The network address of the request that starts it. */
  readonly address: string
  /** In the order in which they get it. */
  readonly dataIds: readonly DataId[]
  readonly expiresInSeconds: number
  readonly stopAfter: number
}

export type StoredBatch = Selectable<Tables['actionBatch']>

/** A batch with the name of who made it, and how many of its units are how far. */
export interface ListedBatch extends StoredBatch {
  /** Null for someone out of reach. */
  readonly creator: string | null
  readonly units: number
  readonly ok: number
  readonly failed: number
  readonly leftOut: number
}

/** A unit of a batch with its request, as far as there is one. */
export interface BatchMember {
  readonly place: number
  readonly dataId: DataId
  readonly friendlyName: string
  readonly actionId: number | null
  readonly leftOut: boolean
  readonly state: ActionState | null
  readonly status: string | null
  readonly notSentReason: NotSentReason | null
  readonly createdAt: number | null
  readonly handedOverAt: number | null
  readonly endedAt: number | null
  readonly connected: boolean
}

/** Someone who reads batches: their own, and those of which all units are in reach. */
type Reader = Pick<Caller, 'userId' | 'reach'>

/** Requests that are sent to many units. Times are epoch milliseconds. */
export function createBatchStore(db: Db) {
  const running = (id: number) =>
    db.selectFrom('actionBatch').selectAll().where('id', '=', id).where('endedAt', 'is', null)
  return {
    /** Use it in a transaction. */
    create: async (batch: NewBatch): Promise<number> => {
      const { id } = await db
        .insertInto('actionBatch')
        .values({
          actionClass: batch.actionClass,
          method: batch.method,
          action: actionNameOf(batch.actionClass, batch.method, batch.payload),
          payload: JSON.stringify(batch.payload),
          expiresInSeconds: batch.expiresInSeconds,
          stopAfter: batch.stopAfter,
          state: 'first',
          createdAt: batch.now,
          createdBy: batch.by,
          tokenId: batch.tokenId ?? null,
          address: batch.address,
          endedAt: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await sql`
        insert into action_batch_unit (batch_id, place, data_id)
        select ${id}, place, data_id from unnest(${[...batch.dataIds]}::text[]) with ordinality given (data_id, place)
        join unit using (data_id)`.execute(db)
      return id
    },

    countRunning: async (person: UserId): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from action_batch where created_by = ${person} and ended_at is null`.execute(db)
      return rows[0]?.count ?? 0
    },

    listDue: async (now: number): Promise<number[]> => {
      const { rows } = await sql<{ id: number }>`
        select id from action_batch batch where ${isBatchDue(now)} order by id`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Has those that run looked at once more: who made them may have other rights now. */
    makeDue: async (now: number): Promise<void> => {
      await db
        .updateTable('actionBatch')
        .set({ dueAt: now })
        .where('endedAt', 'is', null)
        .where('dueAt', '>', now)
        .execute()
    },

    /** What ended so far no longer makes the batch due. Use it before its members are read. */
    noteEnded: async (id: number): Promise<void> => {
      await sql`
        update action_request set seen_by_batch = true where batch_id = ${id} and not seen_by_batch`.execute(db)
    },

    /** Undefined when it has ended. Use it in a transaction. */
    claim: async (id: number): Promise<StoredBatch | undefined> => running(id).forUpdate().executeTakeFirst(),

    /** Undefined as well when another server works on it. */
    claimFree: async (id: number): Promise<StoredBatch | undefined> =>
      running(id).forUpdate().skipLocked().executeTakeFirst(),

    listMembers: async (id: number): Promise<BatchMember[]> => {
      const { rows } = await sql<BatchMember>`
        select place, member.data_id, friendly_name, action_id, left_out, request.state, request.status, request.not_sent_reason,
          request.created_at, request.handed_over_at,
          coalesce(request.answered_at, request.expired_at, request.cancelled_at, request.not_sent_at) as ended_at,
          exists (
            select from unit_connection session
            where session.data_id = member.data_id and ${isRunning(sql`session.server`)}
          ) as connected
        from action_batch_unit member join unit on unit.data_id = member.data_id
        left join action_request request on request.id = action_id
        where member.batch_id = ${id} order by place`.execute(db)
      return rows
    },

    /** Which units of the batch are wholly in reach. */
    listInReach: async (id: number, reach: readonly EntityId[]): Promise<Set<DataId>> => {
      const { rows } = await sql<{ dataId: DataId }>`
        select data_id from action_batch_unit member
        where batch_id = ${id} and ${isUnitWhollyInReach(sql`member.data_id`, reach)}`.execute(db)
      return new Set(rows.map((row) => row.dataId))
    },

    setRequest: async (id: number, place: number, actionId: number): Promise<void> => {
      await db
        .updateTable('actionBatchUnit')
        .set({ actionId })
        .where('batchId', '=', id)
        .where('place', '=', place)
        .execute()
    },

    /** Units that the starter may not send to any more. */
    leaveOut: async (id: number, dataIds: readonly DataId[]): Promise<void> => {
      await sql`
        update action_batch_unit set left_out = true
        where batch_id = ${id} and data_id = any (${[...dataIds]}) and action_id is null`.execute(db)
    },

    leaveOutRest: async (id: number): Promise<void> => {
      await db
        .updateTable('actionBatchUnit')
        .set({ leftOut: true })
        .where('batchId', '=', id)
        .where('actionId', 'is', null)
        .execute()
    },

    /** `dueAt`: when to look at it though nothing ends. */
    continue: async (
      id: number,
      { state, dueAt }: { readonly state: Exclude<BatchState, 'stopped' | 'finished'>; readonly dueAt: number },
    ): Promise<void> => {
      await db.updateTable('actionBatch').set({ state, dueAt }).where('id', '=', id).execute()
    },

    finish: async (id: number, now: number): Promise<void> => {
      await db.updateTable('actionBatch').set({ state: 'finished', endedAt: now }).where('id', '=', id).execute()
    },

    stop: async (id: number, reason: BatchStopReason, now: number): Promise<void> => {
      const stopped = { state: 'stopped', stopReason: reason, endedAt: now } as const
      await db.updateTable('actionBatch').set(stopped).where('id', '=', id).execute()
    },

    /** Newest first, with how many there are. */
    list: async (
      reader: Reader,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ total: number; batches: ListedBatch[] }> => {
      const { rows: counted } = await sql<{ count: number }>`
        select count(*) as count from action_batch batch where ${isVisible(reader)}`.execute(db)
      const { rows } = await sql<ListedBatch>`
        select batch.*, ${about(reader.reach)} from action_batch batch where ${isVisible(reader)}
        order by batch.id desc limit ${limit} offset ${offset}`.execute(db)
      return { total: counted[0]?.count ?? 0, batches: rows }
    },

    find: async (id: number, reader: Reader): Promise<ListedBatch | undefined> => {
      const { rows } = await sql<ListedBatch>`
        select batch.*, ${about(reader.reach)} from action_batch batch
        where batch.id = ${id} and ${isVisible(reader)}`.execute(db)
      return rows[0]
    },
  }
}

/** Whether one of the requests of a `batch` that runs ended, or its time has come. */
export function isBatchDue(now: number): RawBuilder<boolean> {
  return sql`batch.ended_at is null and (batch.due_at <= ${now} or exists (
    select from action_request where batch_id = batch.id and not seen_by_batch
  ))`
}

/** The payload of the requests of a batch. */
export function payloadOfBatch({ payload }: Pick<StoredBatch, 'payload'>): ActionMessage['payload'] {
  return JSON.parse(payload) as ActionMessage['payload']
}

/** Who started a batch keeps it when units of it move away. */
function isVisible({ userId, reach }: Reader) {
  return sql`exists (select from action_batch_unit member where member.batch_id = batch.id)
    and (batch.created_by = ${userId} or not exists (
      select from action_batch_unit member
      where member.batch_id = batch.id and not ${isUnitWhollyInReach(sql`member.data_id`, reach)}
    ))`
}

function about(reach: readonly EntityId[]) {
  const count = (which: ReturnType<typeof sql>) => sql`(
    select count(*) from action_batch_unit member left join action_request request on request.id = action_id
    where member.batch_id = batch.id and ${which}
  )`
  return sql`${creatorName(sql.ref('batch.created_by'), reach)} as creator,
    ${count(sql`true`)} as units, ${count(IS_OK)} as ok, ${count(HAS_FAILED)} as failed, ${count(sql`left_out`)} as left_out`
}

const IS_OK = sql`request.state = 'answered' and request.status = 'OK'`
const HAS_FAILED = sql`(
  request.state in ('expired', 'cancelled', 'not-sent') or (request.state = 'answered' and request.status is distinct from 'OK')
)`
