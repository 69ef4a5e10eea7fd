import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#database/database.ts'
import type { Tables } from '#database/tables.ts'
import { calculationOf, lockOfUnit, type StoredCalculation } from './calculation-store.ts'
import type { TimeStretch } from './stretches.ts'

/** Where a computation is in the arrivals of an input, as `RecordReader.readArrivals` has it. */
export interface ArrivalCursor {
  readonly receivedAfter: number
  readonly at: number | undefined
}

export interface ClaimedInput {
  readonly source: SourceName
  /** Undefined as long as nothing was stored in the source. */
  readonly key: number | undefined
  readonly lastReceivedAt: number
  readonly cursor: ArrivalCursor
  /** Whether the input is a calculated source that is not filled yet. */
  readonly filling: boolean
}

/** A calculated source that nobody else computes until the end of the transaction. */
export interface ClaimedCalculation extends StoredCalculation {
  /** It grows whenever everything is computed anew. */
  readonly revision: number
  /** The key of the source that holds the results. */
  readonly key: number
  readonly inputs: readonly ClaimedInput[]
  /** What late records changed and is not computed anew yet, in the order of time. */
  readonly corrections: readonly TimeStretch[]
}

/** Which source of which unit is an input of a calculated source. */
export interface KnownInput {
  readonly id: number
  readonly dataId: DataId
  readonly source: SourceName
}

export type ComputationStore = ReturnType<typeof createComputationStore>

/** How far the computation of each calculated source is. */
export function createComputationStore(db: Db) {
  return {
    listInputs: async (): Promise<KnownInput[]> => {
      const { rows } = await sql<{ id: number; data_id: DataId; source: SourceName }>`
        select id, data_id, source from calculation join calculation_input on calculation_id = id`.execute(db)
      return rows.map((row) => ({ id: row.id, dataId: row.data_id, source: row.source }))
    },

    /** Those that have something to compute. Paused ones wait until they are not. */
    listWaiting: async (): Promise<number[]> => {
      const { rows } = await sql<{ id: number }>`
        select distinct calculation.id from calculation
        join unit on unit.data_id = calculation.data_id
        join calculation_input input on input.calculation_id = calculation.id
        left join source on source.data_id = calculation.data_id and source.name = input.source
        where not (calculation.name = any (unit.paused_data)) and (
          calculation.filled_to is not null or input.received_at is not null or calculation.corrections <> '[]'
          or (extract(epoch from source.last_received_at) * 1000)::bigint > input.received_after
        )
        order by calculation.id`.execute(db)
      return rows.map(({ id }) => id)
    },

    /**
     * Undefined while somebody else computes it, or changes or waits to change something that the unit has, while it is paused, and when
     * it is gone. Use it in a transaction.
     */
    claim: async (id: number): Promise<ClaimedCalculation | undefined> => {
      const { rows } = await sql<Selectable<Tables['calculation']> & { own_key: number }>`
        select calculation.*, own.source_key as own_key from calculation
        join unit on unit.data_id = calculation.data_id
        join source own on own.data_id = calculation.data_id and own.name = calculation.name
        where calculation.id = ${id} and not (calculation.name = any (unit.paused_data))
          and pg_try_advisory_xact_lock_shared(${lockOfUnit(sql`calculation.data_id`)})
        for update of calculation skip locked`.execute(db)
      const [row] = rows
      if (row === undefined) return undefined
      const { revision, own_key: key, corrections } = row
      return { ...calculationOf(row), revision, key, corrections, inputs: await listClaimed(db, id) }
    },

    /** How many records the sources have from a moment on; those that replace others may count twice. */
    countRecords: async (keys: readonly number[], from: number): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select (
          select coalesce(sum(count), 0) from record_chunk where source_key = any (${[...keys]}) and end_at >= ${from}
        ) + (
          select count(*) from record
          where source_key = any (${[...keys]}) and at >= to_timestamp(${from}::float8 / 1000)
        ) as count`.execute(db)
      return rows[0]?.count ?? 0
    },

    setCursors: async (id: number, cursors: ReadonlyMap<SourceName, ArrivalCursor>): Promise<void> => {
      for (const [source, { receivedAfter, at }] of cursors) {
        await db
          .updateTable('calculation_input')
          .set({ received_after: receivedAfter, received_at: at ?? null })
          .where('calculation_id', '=', id)
          .where('source', '=', source)
          .execute()
      }
    },

    /** When records arrive that are written now: later than all that the source has. Nobody else writes any until the end of the transaction. */
    arrive: async (key: number, now: number): Promise<number> => {
      const { rows } = await sql<{ received_at: number }>`
        update source set last_received_at = greatest(${new Date(now)}::timestamptz, last_received_at + interval '1 millisecond')
        where source_key = ${key}
        returning (extract(epoch from last_received_at) * 1000)::bigint as received_at`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('A source of results is gone')
      return row.received_at
    },

    /** Where the next chunk with the records of a source ends, from a moment on. */
    findChunkEnd: async (key: number, from: number): Promise<number | undefined> => {
      const { rows } = await sql<{ end_at: number }>`
        select end_at from record_chunk where source_key = ${key} and end_at >= ${from} order by end_at limit 1`.execute(
        db,
      )
      return rows[0]?.end_at
    },

    setCorrections: async (id: number, corrections: readonly TimeStretch[]): Promise<void> => {
      await db
        .updateTable('calculation')
        .set({ corrections: JSON.stringify(corrections) })
        .where('id', '=', id)
        .execute()
    },

    /** `filledTo` undefined: everything is filled. */
    setProgress: async (
      id: number,
      { filledTo, done, total }: { filledTo: number | undefined; done: number; total: number },
    ): Promise<void> => {
      await db
        .updateTable('calculation')
        .set({ filled_to: filledTo ?? null, fill_done: done, fill_total: total })
        .where('id', '=', id)
        .execute()
    },
  }
}

async function listClaimed(db: Db, id: number): Promise<ClaimedInput[]> {
  const { rows } = await sql<{
    source: SourceName
    received_after: number
    received_at: number | null
    source_key: number | null
    last_received_at: Date | null
    filling: boolean
  }>`
    select input.source, input.received_after, input.received_at, source.source_key, source.last_received_at,
      exists (
        select from calculation other
        where other.data_id = own.data_id and other.name = input.source and other.filled_to is not null
      ) as filling
    from calculation own join calculation_input input on input.calculation_id = own.id
    left join source on source.data_id = own.data_id and source.name = input.source
    where own.id = ${id} order by input.source`.execute(db)
  return rows.map((row) => ({
    source: row.source,
    key: row.source_key ?? undefined,
    lastReceivedAt: row.last_received_at?.getTime() ?? 0,
    cursor: { receivedAfter: row.received_after, at: row.received_at ?? undefined },
    filling: row.filling,
  }))
}
