import { CALCULATION_FIELDS } from '@fieldwatch/contract/calculations/calculations'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { EARLIEST_TIME, LATEST_TIME } from '@fieldwatch/contract/time/times'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { createFollowerStore } from '#records/arrivals/follower-store.ts'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createDetachedSourceStore } from '#records/store/detached-source-store.ts'

/** The name of what follows the inputs of calculated sources. */
export const CALCULATIONS = 'calculations'

/** What a calculated source is computed by. */
export interface CalculationRule {
  readonly equation: string
  readonly unit: string
  /** Epoch milliseconds. */
  readonly startAt: number
  readonly values: readonly { readonly source: SourceName; readonly field: string }[]
}

export interface StoredCalculation extends CalculationRule {
  readonly id: number
  readonly dataId: DataId
  readonly name: SourceName
  /** Undefined once everything that was recorded before is filled in. */
  readonly filledTo: number | undefined
  readonly fillDone: number
  readonly fillTotal: number | undefined
  readonly version: number
}

/** The calculated sources of units, and their rules. */
export function createCalculationStore(db: Db) {
  const followers = createFollowerStore(db)
  const detached = createDetachedSourceStore(db)

  const addSource = async (dataId: DataId, name: SourceName): Promise<void> => {
    const { numAffectedRows } = await sql`
      insert into source (data_id, name, field_types, last_received_at, raw_days, summary_days)
      select data_id, ${name}, ${JSON.stringify(CALCULATION_FIELDS)}::jsonb, clock_timestamp(), raw_days, summary_days
      from unit where data_id = ${dataId}
      on conflict do nothing`.execute(db)
    if (numAffectedRows === 0n) throw new DomainError('calculation/source-exists')
  }

  const follow = async (id: number, dataId: DataId, name: SourceName, rule: CalculationRule): Promise<void> => {
    await followers.follow({
      consumer: CALCULATIONS,
      id: String(id),
      dataId,
      sources: rule.values.map(({ source }) => source),
      output: name,
      from: 'beginning',
      unfinished: true,
    })
  }

  return {
    /** Locks the calculated sources of the unit against changes and computations until the transaction ends. */
    lockUnit: (dataId: DataId): Promise<void> => waitForResults(db, dataId),

    /** The calculated sources of a unit, by name. */
    list: async (dataId: DataId): Promise<StoredCalculation[]> => {
      const rows = await db.selectFrom('calculation').selectAll().where('dataId', '=', dataId).orderBy('name').execute()
      return rows.map(calculationOf)
    },

    /** Makes the calculated source and an empty source of its name. Use it in a transaction. */
    create: async (dataId: DataId, name: SourceName, rule: CalculationRule, now: number): Promise<void> => {
      const { id } = await db
        .insertInto('calculation')
        .values({
          dataId,
          name,
          ...columnsOf(rule),
          filledTo: rule.startAt,
          createdAt: new Date(now),
          updatedAt: new Date(now),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await follow(id, dataId, name, rule)
      await addSource(dataId, name)
    },

    /** Throws all results away, to be computed again by a rule. Waits for a computation that is running. Use it in a transaction. */
    restart: async ({ id, dataId, name }: StoredCalculation, rule: CalculationRule, now: number): Promise<void> => {
      await db
        .updateTable('calculation')
        .set({
          ...columnsOf(rule),
          filledTo: rule.startAt,
          fillDone: 0,
          fillTotal: null,
          corrections: '[]',
          updatedAt: new Date(now),
        })
        .set('revision', sql`revision + 1`)
        .where('id', '=', id)
        .execute()
      await follow(id, dataId, name, rule)
      await detached.detach(dataId, name, now)
      await addSource(dataId, name)
    },

    /** Removes it with its source and all records. Waits for a computation that is running. Use it in a transaction. */
    remove: async ({ id, dataId, name }: StoredCalculation, now: number): Promise<void> => {
      await followers.unfollow(CALCULATIONS, String(id))
      await db.deleteFrom('calculation').where('id', '=', id).execute()
      await detached.detach(dataId, name, now)
    },
  }
}

/**
 * Waits until no calculated source of the unit is being computed, and lets none begin until the transaction ends. Results are written by
 * commits of what arrives, of which PostgreSQL does not know that a computation waits for them. Who locks the unit or its sources first, and
 * waits for the computation after it, therefore waits for ever: call this before.
 */
export async function waitForResults(db: Db, dataId: DataId): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOfUnit(sql`${dataId}`)})`.execute(db)
}

/**
 * The number of the lock on the calculated sources of a unit. A change takes it exclusively and a step shares it, so no step
 * begins while a change waits.
 */
export function lockOfUnit(dataId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`hashtextextended('calculations of ' || ${dataId}, 0)`
}

function columnsOf({ equation, unit, startAt, values }: CalculationRule) {
  return { equation, unit, startAt, inputs: JSON.stringify(values) }
}

/** The calculated source of a row. */
export function calculationOf(row: Selectable<Tables['calculation']>): StoredCalculation {
  return {
    id: row.id,
    dataId: row.dataId,
    name: row.name,
    equation: row.equation,
    unit: row.unit,
    startAt: nearestKnownTime(row.startAt),
    values: row.inputs,
    filledTo: row.filledTo === null ? undefined : nearestKnownTime(row.filledTo),
    fillDone: row.fillDone,
    fillTotal: row.fillTotal ?? undefined,
    version: row.version,
  }
}

/** Moves the start into the known times, beyond which there are no records. */
function nearestKnownTime(at: number): number {
  return Math.min(Math.max(at, EARLIEST_TIME), LATEST_TIME)
}
