import type { DataId, EntityId, TemplateId, UserId } from '@fieldwatch/contract/api/ids'
import type { Retention } from '@fieldwatch/contract/units/retention'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { NewUnitWish } from './plan-unit.ts'
import type { UnitWish } from './unit-wish.ts'
import { noteMoved } from '#fleet/units/moved-unit-store.ts'

export interface NewUnits {
  readonly unit: NewUnitWish
  readonly tokenHash: Buffer
}

export interface ChangedUnit {
  readonly unit: Pick<DataDocument, 'dataID' | 'entities'>
  readonly difference: UnitWish
}

interface Change {
  readonly by: UserId
  readonly now: number
}

/** Writes many units by few statements. Create it from a transaction. */
export function createUnitBatchStore(db: Db) {
  return {
    /** Those that units of any entity have. */
    listTaken: async (dataIds: readonly string[]): Promise<ReadonlySet<string>> => {
      const { rows } = await sql<{ dataId: DataId }>`
        select data_id from unit where data_id = any (${[...dataIds]})`.execute(db)
      return new Set(rows.map((row) => row.dataId))
    },

    /** How long units keep the data of all their sources, those to come too; none where these differ. */
    listRetention: async (dataIds: readonly DataId[]): Promise<ReadonlyMap<DataId, Retention>> => {
      const { rows } = await sql<Retention & { dataId: DataId }>`
        select data_id as "dataId", raw_days as "rawDays", summary_days as "summaryDays" from unit
        where data_id = any (${[...dataIds]}) and not exists (
          select from source where source.data_id = unit.data_id
            and (source.raw_days, source.summary_days) is distinct from (unit.raw_days, unit.summary_days)
        )`.execute(db)
      return new Map(rows.map(({ dataId, ...retention }) => [dataId, retention]))
    },

    /** Returns those that were created: another one may have the dataID by now. */
    create: async (units: readonly NewUnits[], now: number): Promise<ReadonlySet<string>> => {
      if (units.length === 0) return new Set()
      const rows = await db
        .insertInto('unit')
        .values(
          units.map(({ unit, tokenHash }) => ({
            dataId: unit.dataId,
            friendlyName: unit.friendlyName,
            description: unit.description ?? '',
            size: unit.size ?? '',
            service: unit.service ?? '',
            image: '',
            active: unit.active ?? true,
            defaultTemplate: unit.defaultTemplate ?? null,
            rawDays: unit.retention?.rawDays ?? null,
            summaryDays: unit.retention?.summaryDays ?? null,
            tokenHash,
            createdAt: new Date(now),
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('dataId')
        .execute()
      const created = new Set<string>(rows.map((row) => row.dataId))
      await give(
        db,
        units.flatMap(({ unit }) =>
          created.has(unit.dataId) ? unit.entities.map((entity) => [unit.dataId, entity] as const) : [],
        ),
      )
      return created
    },

    /** Changes units, and counts the change of each. What is out of `reach` stays. */
    change: async (changed: readonly ChangedUnit[], reach: readonly EntityId[], { by, now }: Change): Promise<void> => {
      if (changed.length === 0) return
      const column = <T>(of: (difference: UnitWish) => T) => changed.map(({ difference }) => of(difference) ?? null)
      await sql`
        update unit set
          friendly_name = coalesce(given.friendly_name, unit.friendly_name),
          description = coalesce(given.description, unit.description),
          size = coalesce(given.size, unit.size),
          service = coalesce(given.service, unit.service),
          active = coalesce(given.active, unit.active),
          default_template = case when given.shows then given.template else unit.default_template end,
          event_tables_due = unit.event_tables_due or given.shows,
          version = version + 1, changed_at = ${new Date(now)}, changed_by = ${by}
        from unnest(
          ${changed.map(({ unit }) => unit.dataID)}::text[],
          ${column(({ friendlyName }) => friendlyName)}::text[],
          ${column(({ description }) => description)}::text[],
          ${column(({ size }) => size)}::text[],
          ${column(({ service }) => service)}::text[],
          ${column(({ active }) => active)}::boolean[],
          ${changed.map(({ difference }) => difference.defaultTemplate !== undefined)}::boolean[],
          ${column(({ defaultTemplate }): TemplateId | null | undefined => defaultTemplate)}::text[]
        ) given (data_id, friendly_name, description, size, service, active, shows, template)
        where unit.data_id = given.data_id`.execute(db)
      const moved = changed.flatMap(({ unit, difference: { entities } }) =>
        entities === undefined ? [] : [{ dataId: unit.dataID, entities }],
      )
      const owners = moved.flatMap(({ dataId, entities }) => entities.map((entity) => [dataId, entity] as const))
      await give(db, owners)
      if (moved.length === 0) return
      await sql`
        delete from unit_entity
        where data_id = any (${moved.map(({ dataId }) => dataId)}) and entity_id = any (${[...reach]})
          and (data_id, entity_id) not in (
            select * from unnest(${owners.map(([dataId]) => dataId)}::text[], ${owners.map(([, entity]) => entity)}::text[])
          )`.execute(db)
      await noteMoved(
        db,
        moved.map(({ dataId }) => dataId),
      )
    },
  }
}

async function give(db: Db, owners: readonly (readonly [DataId, EntityId])[]): Promise<void> {
  if (owners.length === 0) return
  await sql`
    insert into unit_entity (data_id, entity_id)
    select * from unnest(${owners.map(([dataId]) => dataId)}::text[], ${owners.map(([, entity]) => entity)}::text[])
    on conflict do nothing`.execute(db)
}
