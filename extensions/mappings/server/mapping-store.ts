import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { Mapping, MappingId, StoredMapping } from '../contract/mappings.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'
import type { Tables } from '@fieldwatch/server/platform/database/tables'
import { namesUnit } from './affected-mapping-store.ts'
import { isFreeFor } from '@fieldwatch/server/platform/leases/lease-store'

/** A mapping that reads the captured messages of its entity. */
export interface Replaying {
  readonly id: MappingId
  readonly entity: EntityId
  readonly mapping: Mapping
  readonly version: number
  /** The id of the last message that it has read. */
  readonly replayedTo: number
  /** Who saved it last; undefined when that person is deleted. */
  readonly by: UserId | undefined
}

interface ReplayStep {
  readonly replayedTo: number
  readonly done: number
  readonly stored: number
}

/** As this extension writes it. */
type Row = Selectable<Tables['messageMapping']> & { readonly id: MappingId; readonly mapping: Mapping }

/** Message mappings, and how far each has read the captured messages. */
export function createMappingStore(db: Db) {
  return {
    /** Those that match, in the order in which they are tried. */
    list: async (which: RawBuilder<unknown>): Promise<StoredMapping[]> => {
      const { rows } = await sql<Row & { waiting: boolean }>`
        select message_mapping.*, ${hasWaiting} as waiting from message_mapping where ${which} order by created_at, id`.execute(
        db,
      )
      return rows.map(shownOf)
    },

    /** Gives a unit that mappings name its new dataID; who edits one of them has an older version then. Returns their entities. */
    renameUnit: async (dataId: DataId, to: DataId): Promise<EntityId[]> => {
      const { rows } = await sql<{ entityId: EntityId }>`
        update message_mapping set version = version + 1, mapping = mapping
          || case when mapping -> 'unit' ->> 'dataID' = ${dataId}
            then jsonb_build_object('unit', mapping -> 'unit' || jsonb_build_object('dataID', ${to}::text)) else '{}' end
          || case when mapping ? 'aliases' then jsonb_build_object('aliases', (
            select coalesce(jsonb_object_agg(key, case when value = ${dataId} then ${to}::text else value end), '{}')
            from jsonb_each_text(mapping -> 'aliases')
          )) else '{}' end
        where ${namesUnit(dataId)} returning entity_id`.execute(db)
      return rows.map((row) => row.entityId)
    },

    /** Lets a mapping read all captured messages of its entity again. */
    restart: async (id: MappingId, at: number): Promise<void> => {
      await db
        .updateTable('messageMapping')
        .set({
          replayedTo: 0,
          replayDone: 0,
          replayStored: 0,
          replayStopped: false,
          replayBeganAt: new Date(at),
          replayTotal: countOf(sql.ref('message_mapping.entity_id')),
        })
        .where('id', '=', id)
        .execute()
    },

    /** Takes a mapping with unread messages that no running server holds; the one that began first comes first. */
    claimNext: async (server: string): Promise<Replaying | undefined> => {
      const { rows } = await sql<Row>`
        update message_mapping set held_by = ${server}
        where id = (
          select id from message_mapping where ${isDue(server)}
          order by replay_began_at, id limit 1 for update skip locked
        )
        returning *`.execute(db)
      const [row] = rows
      if (row === undefined) return undefined
      const { id, entityId: entity, mapping, version, replayedTo } = row
      return { id, entity, mapping, version, replayedTo, by: row.changedBy ?? row.createdBy ?? undefined }
    },

    /** Writes down how far a mapping has read, unless it was changed in the meantime, and lets others take it. */
    advance: async ({ id, version }: Replaying, { replayedTo, done, stored }: ReplayStep): Promise<void> => {
      await sql`
        update message_mapping
        set held_by = null, replayed_to = ${replayedTo}, replay_done = replay_done + ${done},
          replay_stored = replay_stored + ${stored}, replay_total = greatest(replay_total, replay_done + ${done})
        where id = ${id} and version = ${version}`.execute(db)
    },

    stop: async ({ id, version }: Replaying): Promise<void> => {
      await db
        .updateTable('messageMapping')
        .set({ replayStopped: true, heldBy: null })
        .where('id', '=', id)
        .where('version', '=', version)
        .execute()
    },
  }
}

/** Whether any mapping has unread messages, and no running server is at it. */
export function isReplayDue(server: string): RawBuilder<unknown> {
  return sql`exists (select from message_mapping where ${isDue(server)})`
}

function isDue(server: string): RawBuilder<unknown> {
  return sql`not replay_stopped and ${isFreeFor(server, sql`held_by`)} and ${hasWaiting}`
}

const hasWaiting = sql<boolean>`exists (
  select from captured_message captured
  where captured.entity_id = message_mapping.entity_id and captured.id > message_mapping.replayed_to
)`

/** What a new one has to read. */
export const beginReplay = (entity: EntityId, at: number) => ({
  replayBeganAt: new Date(at),
  replayTotal: countOf(sql`${entity}`),
})

function countOf(entity: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*)::int from captured_message captured where captured.entity_id = ${entity})`
}

function shownOf(row: Row & { waiting: boolean }): StoredMapping {
  return {
    mappingID: row.id,
    entity: row.entityId,
    name: row.name,
    mapping: row.mapping,
    replay: {
      state: row.replayStopped ? 'stopped' : row.waiting ? 'running' : 'finished',
      done: row.replayDone,
      total: row.replayTotal,
      stored: row.replayStored,
      startedUTC: row.replayBeganAt.toISOString(),
    },
    version: row.version,
  }
}
