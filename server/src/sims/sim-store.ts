import type { DataId, EntityId, SimId } from '@fieldwatch/contract/ids'
import type { Sim } from '@fieldwatch/contract/sims'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#database/database.ts'
import type { Tables } from '#database/tables.ts'
import { DomainError } from '#errors/domain-error.ts'
import { type SimCard, usedThisMonth } from './sim-card.ts'

interface Asked {
  /** Whose lists. */
  readonly entities: readonly EntityId[]
  /** A unit outside it is not named. */
  readonly reach: readonly EntityId[]
  readonly dataId?: DataId
  readonly simIds?: readonly SimId[]
  readonly now: number
}

export type SimStore = ReturnType<typeof createSimStore>

/** The lists of SIM cards of the entities. */
export function createSimStore(db: Db) {
  return {
    /** By ICCID. */
    list: async ({ entities, reach, dataId, simIds, now }: Asked): Promise<Sim[]> => {
      const { rows } = await sql<SimRow & { unit_id: DataId | null; friendly_name: string | null }>`
        select sim.*, unit.data_id as unit_id, unit.friendly_name
        from sim left join unit on unit.data_id = sim.data_id and exists (
          select from unit_entity owner where owner.data_id = unit.data_id and owner.entity_id = any (${[...reach]})
        )
        where sim.entity_id = any (${[...entities]})
          and ${dataId === undefined ? sql`true` : sql`unit.data_id = ${dataId}`}
          and ${simIds === undefined ? sql`true` : sql`sim.id = any (${[...simIds]})`}
        order by sim.iccid, sim.entity_id`.execute(db)
      return rows.map((row) => ({
        ...simOf(row, now),
        dataID: row.unit_id,
        friendlyName: row.friendly_name,
      }))
    },

    /** Cards of one list, by ICCID; those that are not on it are left out. */
    listCards: async (entity: EntityId, iccids: readonly string[]): Promise<ReadonlyMap<string, SimCard>> => {
      const rows = await db
        .selectFrom('sim')
        .selectAll()
        .where('entity_id', '=', entity)
        .where('iccid', '=', (any) => any.fn.any(any.val([...iccids])))
        .execute()
      return new Map(rows.map((row) => [row.iccid, cardOf(row)]))
    },

    /** @throws DomainError sim/not-found, for a card of another entity too */
    getCard: async (simId: SimId, reach: readonly EntityId[]): Promise<SimCard> => {
      const row = await db
        .selectFrom('sim')
        .selectAll()
        .where('id', '=', simId)
        .where('entity_id', 'in', [...reach])
        .forUpdate()
        .executeTakeFirst()
      if (row === undefined) throw new DomainError('sim/not-found')
      return cardOf(row)
    },

    /** Of several changes of one list at once the second waits. Use it in a transaction. */
    lockList: async (entity: EntityId): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtext('sim'), hashtext(${entity}))`.execute(db)
    },

    /** Writes the cards as they are given, new ones and known ones. */
    save: async (cards: readonly SimCard[], now: number): Promise<void> => {
      for (let start = 0; start < cards.length; start += BATCH) {
        const rows = cards.slice(start, start + BATCH).map((card) => rowOf(card, now))
        await db
          .insertInto('sim')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['entity_id', 'iccid'])
              .doUpdateSet((row) =>
                Object.fromEntries(SAVED_COLUMNS.map((column) => [column, row.ref(`excluded.${column}`)])),
              ),
          )
          .execute()
      }
    },

    /** Returns those that were removed. */
    remove: async (simIds: readonly SimId[], reach: readonly EntityId[]): Promise<SimCard[]> => {
      const rows = await db
        .deleteFrom('sim')
        .where('id', 'in', [...simIds])
        .where('entity_id', 'in', [...reach])
        .returningAll()
        .execute()
      return rows.map(cardOf)
    },
  }
}

type SimRow = Selectable<Tables['sim']>

/** 16 values a card; a statement takes 65,535. */
const BATCH = 1000

const SAVED_COLUMNS = [
  'imsi',
  'msisdn',
  'imei',
  'label',
  'operator',
  'status',
  'data_id',
  'ip',
  'data_used',
  'data_limit',
  'used_at',
  'last_session_at',
  'updated_at',
] as const

function simOf(row: SimRow, now: number): Omit<Sim, 'dataID' | 'friendlyName'> {
  const { simId, dataId: _unit, usedAt: _usedAt, lastSessionAt, ...card } = cardOf(row)
  return {
    ...card,
    simID: simId,
    dataUsed: usedThisMonth(cardOf(row), now),
    lastSessionUTC: lastSessionAt === null ? null : new Date(lastSessionAt).toISOString(),
    updatedUTC: row.updated_at.toISOString(),
  }
}

function cardOf(row: SimRow): SimCard {
  return {
    simId: row.id,
    entity: row.entity_id,
    iccid: row.iccid,
    imsi: row.imsi,
    msisdn: row.msisdn,
    imei: row.imei,
    label: row.label,
    operator: row.operator,
    status: row.status,
    dataId: row.data_id,
    ip: row.ip,
    dataUsed: row.data_used,
    usedAt: row.used_at?.getTime() ?? null,
    dataLimit: row.data_limit,
    lastSessionAt: row.last_session_at?.getTime() ?? null,
  }
}

function rowOf(card: SimCard, now: number): Insertable<Tables['sim']> {
  const { simId, entity, dataId, dataUsed, dataLimit, usedAt, lastSessionAt, ...rest } = card
  return {
    ...rest,
    id: simId,
    entity_id: entity,
    data_id: dataId,
    data_used: dataUsed,
    data_limit: dataLimit,
    used_at: usedAt === null ? null : new Date(usedAt),
    last_session_at: lastSessionAt === null ? null : new Date(lastSessionAt),
    updated_at: new Date(now),
  }
}
