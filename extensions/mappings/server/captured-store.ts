import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { isDiscovery } from '../contract/discovery.ts'
import { CAPTURED, CAPTURED_DISCOVERY, type CapturedMessage, type MappingReason } from '../contract/mappings.ts'
import { sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'

interface NewCapture {
  readonly entity: EntityId
  /** Undefined: a program. */
  readonly sender: DataId | undefined
  readonly topic: string
  readonly payload: string
  /** Epoch milliseconds. */
  readonly arrivedAt: number
  readonly reason: MappingReason | undefined
}

export interface Captured extends Omit<NewCapture, 'entity'> {
  readonly id: number
}

/** As `isDiscovery`, for PostgreSQL. */
const DISCOVERY_TOPIC = '^homeassistant/[^/]+/([^/]+/)?[^/]+/config$'

/** The most messages that the API lists. */
const LISTED = 500

/** Messages that no mapping understood. */
export function createCapturedStore(db: Db) {
  return {
    /**
     * Keeps a message, and removes the oldest of its entity beyond the bounds. Configurations for Home Assistant have bounds of their own, as
     * devices send them only when they start. Ids of an entity are committed in their order, and no
     * two of its messages arrive in one millisecond.
     */
    add: async ({ entity, sender, topic, payload, arrivedAt, reason }: NewCapture): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('captured/' || ${entity}::text, 0))`.execute(tx)
        await sql`
          insert into captured_message (entity_id, data_id, topic, payload, bytes, arrived_at, reason)
          select ${entity}, ${sender ?? null}, ${topic}, ${payload}, ${Buffer.byteLength(payload) + topic.length},
            greatest(${new Date(arrivedAt)}::timestamptz, (
              select arrived_at + interval '1 millisecond' from captured_message
              where entity_id = ${entity} order by id desc limit 1
            )), ${reason ?? null}`.execute(tx)
        const bounds = isDiscovery(topic) ? CAPTURED_DISCOVERY : CAPTURED
        const isSuperseded = isDiscovery(topic)
          ? sql`row_number() over (partition by data_id, topic order by id desc) > 1`
          : sql`false`
        await sql`
          delete from captured_message where id in (
            select id from (
              select id, row_number() over newest as place, sum(bytes) over newest as bytes, ${isSuperseded} as superseded
              from captured_message where entity_id = ${entity} and (topic ~ ${DISCOVERY_TOPIC}) = ${isDiscovery(topic)}
              window newest as (order by id desc)
            ) kept where place > ${bounds.messages} or bytes > ${bounds.bytes} or superseded
          )`.execute(tx)
      }),

    /** The entities of a unit. */
    listEntities: async (dataId: DataId): Promise<EntityId[]> => {
      const rows = await db
        .selectFrom('unitEntity')
        .select('entityId')
        .where('dataId', '=', dataId)
        .orderBy('entityId')
        .execute()
      return rows.map((row) => row.entityId)
    },

    /** The newest messages of an entity, and how many there are. */
    list: async (entity: EntityId): Promise<{ messages: CapturedMessage[]; total: number }> => {
      const of = db.selectFrom('capturedMessage').where('entityId', '=', entity)
      const rows = await of.selectAll().orderBy('id', 'desc').limit(LISTED).execute()
      const { total } = await of.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
      const messages = rows.map((row) => ({
        id: row.id,
        topic: row.topic,
        payload: row.payload,
        arrivedUTC: row.arrivedAt.toISOString(),
        sender: row.dataId,
        reason: row.reason as MappingReason | null,
      }))
      return { messages, total }
    },

    /** The first messages of an entity behind one, oldest first. */
    listAfter: async (entity: EntityId, id: number, limit: number): Promise<Captured[]> => {
      const rows = await db
        .selectFrom('capturedMessage')
        .selectAll()
        .where('entityId', '=', entity)
        .where('id', '>', id)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        sender: row.dataId ?? undefined,
        topic: row.topic,
        payload: row.payload,
        arrivedAt: row.arrivedAt.getTime(),
        reason: (row.reason as MappingReason | null) ?? undefined,
      }))
    },

    setReason: async (id: number, reason: MappingReason): Promise<void> => {
      await db.updateTable('capturedMessage').set({ reason }).where('id', '=', id).execute()
    },

    remove: async (id: number): Promise<void> => {
      await db.deleteFrom('capturedMessage').where('id', '=', id).execute()
    },

    /** @param before epoch milliseconds */
    removeOld: async (before: number): Promise<void> => {
      await db.deleteFrom('capturedMessage').where('arrivedAt', '<', new Date(before)).execute()
    },
  }
}
