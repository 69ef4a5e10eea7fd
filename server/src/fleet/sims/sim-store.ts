import { isUnitOf } from '#platform/database/unit-in-reach.ts'
import type { DataId, EntityId, SimId, UserId } from '@fieldwatch/contract/api/ids'
import type { Sim } from '@fieldwatch/contract/units/sims'
import { isKnownTime } from '@fieldwatch/contract/time/times'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { type SimCard, usedThisMonth } from './sim-card.ts'

interface Asked {
  /** Whose lists. */
  readonly entities: readonly EntityId[]
  /** Units outside of the reach are not named. */
  readonly reach: readonly EntityId[]
  readonly dataId?: DataId
  readonly simIds?: readonly SimId[]
  readonly now: number
}

/** The last card of a part of a list; the next part follows it. */
type Place = Pick<Sim, 'iccid' | 'entity'>

export type SimStore = ReturnType<typeof createSimStore>

/** The lists of SIM cards of the entities. */
export function createSimStore(db: Db) {
  return {
    /** By ICCID; at most `LISTED_AT_ONCE` cards, those after a place. */
    list: async ({ entities, reach, dataId, simIds, now }: Asked, after?: Place): Promise<Sim[]> => {
      const { rows } = await sql<SimRow & { unitId: DataId | null; friendlyName: string | null }>`
        select sim.*, unit.data_id as unit_id, unit.friendly_name
        from (
          select page.* from unnest(${[...entities]}::text[]) entity (id) cross join lateral (
            select * from sim
            where entity_id = entity.id
              and ${dataId === undefined ? sql`true` : sql`data_id = ${dataId}`}
              and ${simIds === undefined ? sql`true` : sql`id = any (${[...simIds]})`}
              and ${after === undefined ? sql`true` : sql`(iccid, entity_id) > (${after.iccid}, ${after.entity})`}
            order by iccid limit ${LISTED_AT_ONCE}
          ) page
          order by iccid, entity_id
          limit ${LISTED_AT_ONCE}
        ) sim left join unit on unit.data_id = sim.data_id and ${isUnitOf(reach)}
        where ${dataId === undefined ? sql`true` : sql`unit.data_id is not null`}
        order by sim.iccid, sim.entity_id`.execute(db)
      return rows.map((row) => ({
        ...simOf(row, now),
        dataID: row.unitId,
        friendlyName: row.friendlyName,
      }))
    },

    /** Cards of one list, by ICCID; those that are not on it are left out. */
    listCards: async (entity: EntityId, iccids: readonly string[]): Promise<ReadonlyMap<string, SimCard>> => {
      const rows = await cardsOf(entity, iccids).execute()
      return new Map(rows.map((row) => [row.iccid, cardOf(row)]))
    },

    /** As `listCards`, and keeps others from changing them until the transaction ends. */
    lockCards: async (entity: EntityId, iccids: readonly string[]): Promise<ReadonlyMap<string, SimCard>> => {
      const rows = await cardsOf(entity, iccids).orderBy('id').forUpdate().execute()
      return new Map(rows.map((row) => [row.iccid, cardOf(row)]))
    },

    /**
     * The cards with one of these ICCIDs on the lists of the entities of a unit, and whether a person has paired them with another unit.
     * Others cannot change them until the transaction ends.
     * @throws DomainError sim/import-running
     */
    lockCardsOfUnit: async (dataId: DataId, iccids: readonly string[]) => {
      const rows = await withoutLongWait(() =>
        db
          .selectFrom('sim')
          .selectAll()
          .where('iccid', '=', (any) => any.fn.any(any.val([...iccids])))
          .where('entityId', 'in', (select) =>
            select.selectFrom('unitEntity').select('unitEntity.entityId').where('dataId', '=', dataId),
          )
          .orderBy('id')
          .forUpdate()
          .execute(),
      )
      return rows.map((row) => ({
        card: cardOf(row),
        isPairedByPerson: row.dataId !== null && row.dataId !== dataId && row.changedBy !== null,
      }))
    },

    /**
     * Keeps others from changing the card until the transaction ends.
     * @throws DomainError sim/not-found, for a card of another entity too; sim/import-running when it is locked for seconds
     */
    lockCard: async (simId: SimId, reach: readonly EntityId[]): Promise<SimCard> => {
      const row = await withoutLongWait(() =>
        db
          .selectFrom('sim')
          .selectAll()
          .where('id', '=', simId)
          .where('entityId', 'in', [...reach])
          .forUpdate()
          .executeTakeFirst(),
      )
      if (row === undefined) throw new DomainError('sim/not-found')
      return cardOf(row)
    },

    /** Lets the second of several imports of one list wait. Use it in a transaction. */
    lockList: async (entity: EntityId): Promise<void> => {
      await lockOf(entity).execute(db)
    },

    /**
     * As `lockList`, for a change that a person waits for.
     * @throws DomainError sim/import-running
     */
    lockListSoon: async (entity: EntityId): Promise<void> => {
      await withoutLongWait(() => lockOf(entity).execute(db))
    },

    /** The entities in reach on whose lists cards are, in a fixed order so that locks never cross. */
    listEntitiesOf: async (simIds: readonly SimId[], reach: readonly EntityId[]): Promise<EntityId[]> => {
      const rows = await db
        .selectFrom('sim')
        .select('entityId')
        .distinct()
        .where('id', '=', (any) => any.fn.any(any.val([...simIds])))
        .where('entityId', 'in', [...reach])
        .orderBy('entityId')
        .execute()
      return rows.map((row) => row.entityId)
    },

    /** Writes the cards as they are given, new ones and known ones. */
    save: async (cards: readonly SimCard[], { now, by }: Change): Promise<void> => {
      for (let start = 0; start < cards.length; start += BATCH) {
        const rows = cards.slice(start, start + BATCH).map((card) => rowOf(card, { now, by }))
        // Passes all cards in one JSON parameter: thousands of parameters would take longer than storing the cards.
        await sql`
          insert into sim (${COLUMNS})
          select ${COLUMNS} from jsonb_populate_recordset(null::sim, ${JSON.stringify(rows)}::jsonb)
          on conflict (entity_id, iccid) do update set ${ASSIGNMENTS}`.execute(db)
      }
    },

    /** Returns those that were removed. */
    remove: async (simIds: readonly SimId[], reach: readonly EntityId[]): Promise<SimCard[]> => {
      const rows = await db
        .deleteFrom('sim')
        .where('id', '=', (any) => any.fn.any(any.val([...simIds])))
        .where('entityId', 'in', [...reach])
        .returningAll()
        .execute()
      return rows.map(cardOf)
    },
  }

  function cardsOf(entity: EntityId, iccids: readonly string[]) {
    return db
      .selectFrom('sim')
      .selectAll()
      .where('entityId', '=', entity)
      .where('iccid', '=', (any) => any.fn.any(any.val([...iccids])))
  }

  async function withoutLongWait<T>(ask: () => Promise<T>): Promise<T> {
    await sql.raw(`set local lock_timeout = '${LOCK_WAIT}'`).execute(db)
    try {
      return await ask()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      throw new DomainError('sim/import-running', { cause: error })
    }
  }
}

type SimRow = Selectable<Tables['sim']>

/** Who changes something, and when. */
interface Change {
  readonly now: number
  /** Undefined for the command line and the demo. */
  readonly by: UserId | undefined
}

const BATCH = 1000

/** Cards that are read and written down together. */
export const LISTED_AT_ONCE = 1000

/** How long a request waits for the lock of an import, which holds it for seconds. */
const LOCK_WAIT = '3s'

/** What people say about a card. */
const ENTERED_COLUMNS = ['imsi', 'msisdn', 'imei', 'label', 'operator', 'status', 'data_id', 'ip', 'data_limit']
/** Columns that usage reports change, which do not count as a change by a user. */
const NEWS_COLUMNS = ['data_used', 'used_at', 'last_session_at', 'updated_at']
/** Columns of the last change of what people say. */
const CHANGE_COLUMNS = ['changed_by', 'changed_at']

const COLUMNS = sql.raw(['id', 'entity_id', 'iccid', ...ENTERED_COLUMNS, ...NEWS_COLUMNS, ...CHANGE_COLUMNS].join(', '))

const IS_CHANGED = `(${ENTERED_COLUMNS.map((column) => `sim.${column}`).join()}) is distinct from (${ENTERED_COLUMNS.map((column) => `excluded.${column}`).join()})`

const ASSIGNMENTS = sql.raw(
  [
    ...[...ENTERED_COLUMNS, ...NEWS_COLUMNS].map((column) => `${column} = excluded.${column}`),
    ...CHANGE_COLUMNS.map(
      (column) => `${column} = case when ${IS_CHANGED} then excluded.${column} else sim.${column} end`,
    ),
    `version = sim.version + case when ${IS_CHANGED} then 1 else 0 end`,
  ].join(', '),
)

function lockOf(entity: EntityId) {
  return sql`select pg_advisory_xact_lock(hashtext('sim'), hashtext(${entity}))`
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

function simOf(row: SimRow, now: number): Omit<Sim, 'dataID' | 'friendlyName'> {
  const { simId, dataId: _unit, usedAt: _usedAt, lastSessionAt, ...card } = cardOf(row)
  return {
    ...card,
    simID: simId,
    dataUsed: usedThisMonth(cardOf(row), now),
    lastSessionUTC: lastSessionAt === null ? null : new Date(lastSessionAt).toISOString(),
    updatedUTC: row.updatedAt.toISOString(),
    version: row.version,
  }
}

function cardOf(row: SimRow): SimCard {
  return {
    simId: row.id,
    entity: row.entityId,
    iccid: row.iccid,
    imsi: row.imsi,
    msisdn: row.msisdn,
    imei: row.imei,
    label: row.label,
    operator: row.operator,
    status: row.status,
    dataId: row.dataId,
    ip: row.ip,
    dataUsed: row.dataUsed,
    usedAt: knownTime(row.usedAt),
    dataLimit: row.dataLimit,
    lastSessionAt: knownTime(row.lastSessionAt),
  }
}

/** PostgreSQL can hold times that a reply cannot express, such as infinity: they count as unknown. */
function knownTime(at: Date | null): number | null {
  const milliseconds = Number(at ?? Number.NaN)
  return isKnownTime(milliseconds) ? milliseconds : null
}

/** A row as PostgreSQL reads it from JSON. */
function rowOf(card: SimCard, { now, by }: Change): Record<string, unknown> {
  const { simId, entity, dataId, dataUsed, dataLimit, usedAt, lastSessionAt, ...rest } = card
  const at = new Date(now).toISOString()
  return {
    ...rest,
    id: simId,
    entity_id: entity,
    data_id: dataId,
    data_used: dataUsed,
    data_limit: dataLimit,
    used_at: usedAt === null ? null : new Date(usedAt).toISOString(),
    last_session_at: lastSessionAt === null ? null : new Date(lastSessionAt).toISOString(),
    updated_at: at,
    changed_by: by ?? null,
    changed_at: at,
  }
}
