import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { isRunning } from '#platform/leases/lease-store.ts'
import { IS_OF_UNIT, LAST_HEARD } from './silence-store.ts'
import type { SilentSim } from './explain-silence.ts'

export interface KnownSource {
  readonly name: SourceName
  readonly key: number
  readonly lastReceivedAt: number
  /** Undefined: the unit never sent to it. */
  readonly heardAt: number | undefined
}

/** What is kept about a unit that may explain why it is silent. */
export interface UnitFacts {
  readonly active: boolean
  readonly createdAt: number
  /** When the unit sent anything, and to which source. */
  readonly lastActivityAt: number | undefined
  readonly lastMessage: SourceName | undefined
  readonly connected: boolean
  readonly connectionChangedAt: number | undefined
  readonly tokenChangedAt: number | undefined
  readonly pausedData: readonly SourceName[]
  readonly lastRefused: { readonly at: number; readonly message: string } | undefined
}

/** Facts about a unit that was found in reach before. */
export function createSilenceFactsStore(db: Db) {
  return {
    getUnit: async (dataId: DataId): Promise<UnitFacts> => {
      const { rows } = await sql<FactsRow>`
        select active, created_at, last_activity_at, last_message, connection_changed_at, paused_sources, exists (
            select from unit_connection session where session.data_id = unit.data_id and ${isRunning(sql`session.server`)}
          ) as connected,
          (
            select max(at) from audit_log
            where entity_id in (select entity_id from unit_entity where unit_entity.data_id = unit.data_id)
              and subject_kind = 'unit' and subject_id = unit.data_id and action = 'rotate unit token'
          ) as token_changed_at,
          refused.received_at as refused_at, refused.message as refusal
        from unit left join lateral (
          select received_at, message from rejected_message where rejected_message.data_id = unit.data_id
          order by id desc limit 1
        ) refused on true
        where unit.data_id = ${dataId}`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('the unit was there a moment ago')
      const { refusedAt, refusal } = row
      return {
        active: row.active,
        createdAt: row.createdAt.getTime(),
        lastActivityAt: row.lastActivityAt?.getTime(),
        lastMessage: row.lastMessage ?? undefined,
        connected: row.connected,
        connectionChangedAt: row.connectionChangedAt?.getTime(),
        tokenChangedAt: row.tokenChangedAt?.getTime(),
        pausedData: [...new Set(row.pausedSources)],
        lastRefused: refusedAt === null || refusal === null ? undefined : { at: refusedAt.getTime(), message: refusal },
      }
    },

    /** Those that the unit sends by itself, the most recent arrival first. */
    listSources: async (dataId: DataId): Promise<KnownSource[]> => {
      const { rows } = await sql<{ name: SourceName; key: number; lastReceivedAt: Date; heardAt: number | null }>`
        select name, source_key as key, last_received_at, ${LAST_HEARD} as heard_at from source
        where data_id = ${dataId} and ${IS_OF_UNIT}
        order by heard_at desc nulls last`.execute(db)
      return rows.map(({ name, key, lastReceivedAt, heardAt }) => ({
        name,
        key,
        lastReceivedAt: lastReceivedAt.getTime(),
        heardAt: heardAt ?? undefined,
      }))
    },

    listSims: async (dataId: DataId, reach: readonly EntityId[]): Promise<SilentSim[]> => {
      const { rows } = await sql<SimRow>`
        select iccid, status, data_limit, last_session_at,
          case when used_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' then data_used end as data_used
        from sim where data_id = ${dataId} and entity_id = any (${[...reach]}) order by iccid limit 10`.execute(db)
      return rows.map((row) => ({
        iccid: row.iccid,
        status: row.status,
        dataUsed: row.dataUsed,
        dataLimit: row.dataLimit,
        lastSessionAt: row.lastSessionAt?.getTime(),
      }))
    },
  }
}

type FactsRow = Pick<
  Selectable<Tables['unit']>,
  'active' | 'createdAt' | 'lastActivityAt' | 'lastMessage' | 'connectionChangedAt' | 'pausedSources'
> & {
  connected: boolean
  tokenChangedAt: Date | null
  refusedAt: Date | null
  refusal: string | null
}

type SimRow = Pick<Selectable<Tables['sim']>, 'iccid' | 'status' | 'dataLimit' | 'lastSessionAt' | 'dataUsed'>
