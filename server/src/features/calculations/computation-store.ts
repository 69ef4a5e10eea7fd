import type { TimeRange } from '@fieldwatch/contract/time/times'
import { type Selectable, sql } from 'kysely'
import type { FollowedSource } from '#records/arrivals/follower-store.ts'
import { createProgressStore } from '#records/arrivals/progress-store.ts'
import type { RecordsEvent } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { calculationOf, lockOfUnit, type StoredCalculation } from './calculation-store.ts'

/** A calculated source that no one else computes until the end of the transaction. */
export interface ClaimedCalculation extends StoredCalculation {
  /** Increases whenever everything is computed again. */
  readonly revision: number
  /** The key of the source that holds the results. */
  readonly key: number
  readonly inputs: readonly FollowedSource[]
  /** Ranges that late records changed and that are not computed again yet, in the order of time. */
  readonly corrections: readonly TimeRange[]
  /** Whether an input is a calculated source that is not filled yet. */
  readonly waitsForInput: boolean
}

/** When results arrived, and when those before them did. Epoch milliseconds. */
export type Arrival = Pick<RecordsEvent, 'receivedAt' | 'previousReceivedAt'>

export type ComputationStore = ReturnType<typeof createComputationStore>

/** The progress of computing each calculated source. */
export function createComputationStore(db: Db) {
  return {
    ...createProgressStore(db, 'calculation'),

    /** Undefined while calculated sources of the unit change or a change waits, and when it is gone. Use it in a transaction. */
    claim: async (id: number, inputs: readonly FollowedSource[]): Promise<ClaimedCalculation | undefined> => {
      const names = inputs.map(({ source }) => source)
      const { rows } = await sql<Selectable<Tables['calculation']> & { ownKey: number; waitsForInput: boolean }>`
        select calculation.*, own.source_key as own_key, exists (
          select from calculation input
          where input.data_id = calculation.data_id and input.name = any (${names}::text[]) and input.filled_to is not null
        ) as waits_for_input
        from calculation
        join source own on own.data_id = calculation.data_id and own.name = calculation.name
        where calculation.id = ${id} and pg_try_advisory_xact_lock_shared(${lockOfUnit(sql`calculation.data_id`)})
        for update of calculation skip locked`.execute(db)
      const [row] = rows
      if (row === undefined) return undefined
      const { revision, ownKey: key, corrections, waitsForInput } = row
      return { ...calculationOf(row), revision, key, corrections, inputs, waitsForInput }
    },

    /**
     * The time of arrival for records that are written now: later than all of the source. Locks the source until the transaction
     * ends.
     */
    arrive: async (key: number, now: number): Promise<Arrival> => {
      const { rows } = await sql<Arrival>`
        update source
        set last_received_at = greatest(${new Date(now)}::timestamptz, last_received_at + interval '1 millisecond'),
          previous_received_at = last_received_at
        where source_key = ${key}
        returning (extract(epoch from last_received_at) * 1000)::bigint as "receivedAt",
          (extract(epoch from previous_received_at) * 1000)::bigint as "previousReceivedAt"`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('A source of results is gone')
      return row
    },

    /** Where the next chunk with the records of a source ends, from a moment on. */
    findChunkEnd: async (key: number, from: number): Promise<number | undefined> => {
      const { rows } = await sql<{ endAt: number }>`
        select end_at from record_chunk where source_key = ${key} and end_at >= ${from}
        order by end_at limit 1`.execute(db)
      return rows[0]?.endAt
    },
  }
}
