import type { TimeRange } from '@fieldwatch/contract/time/times'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import type { JourneyState } from './journey-state.ts'

/** How a table was after all records up to a moment, itself included. */
export interface JourneyCheckpoint {
  readonly at: number
  /** As text: equal states have equal texts. */
  readonly state: string
}

export type JourneyCheckpointStore = ReturnType<typeof createJourneyCheckpointStore>

/** From where on tables of trips are found again when records are late. */
export function createJourneyCheckpointStore(db: Db) {
  return {
    /** The last one before a moment. */
    findBefore: async (table: number, before: number): Promise<JourneyCheckpoint | undefined> => {
      const { rows } = await sql<JourneyCheckpoint>`
        ${prepared('journey-checkpoint-before')}
        select at, state from event_checkpoint
        where event_table = ${table} and at < ${before} order by at desc limit 1`.execute(db)
      return rows[0]
    },

    /** The next ones from a moment on. */
    list: async (table: number, from: number, limit: number): Promise<JourneyCheckpoint[]> => {
      const { rows } = await sql<JourneyCheckpoint>`
        select at, state from event_checkpoint
        where event_table = ${table} and at >= ${from} order by at limit ${limit}`.execute(db)
      return rows
    },

    /** Saves states by their moments. */
    save: async (table: number, states: ReadonlyMap<number, string>): Promise<void> => {
      if (states.size === 0) return
      await sql`
        insert into event_checkpoint (event_table, at, state)
        select ${table}, * from unnest(${[...states.keys()]}::bigint[], ${[...states.values()]}::text[])
        on conflict (event_table, at) do update set state = excluded.state`.execute(db)
    },

    remove: async (table: number, { from, to }: TimeRange): Promise<void> => {
      await sql`
        delete from event_checkpoint
        where event_table = ${table} and at >= ${from} and at < ${Math.min(to, Number.MAX_SAFE_INTEGER)}`.execute(db)
    },

    removeAll: async (table: number): Promise<void> => {
      await sql`delete from event_checkpoint where event_table = ${table}`.execute(db)
    },
  }
}

export function textOfState({ last, suspect, stand, leg, latest }: JourneyState): string {
  return JSON.stringify([last ?? null, suspect ?? null, stand ?? null, leg ?? null, latest])
}

export function stateOfText(text: string): JourneyState {
  const [last, suspect, stand, leg, latest] = JSON.parse(text) as [
    JourneyState['last'] | null,
    JourneyState['suspect'] | null,
    JourneyState['stand'] | null,
    JourneyState['leg'] | null,
    JourneyState['latest'],
  ]
  return {
    last: last ?? undefined,
    suspect: suspect ?? undefined,
    stand: stand ?? undefined,
    leg: leg ?? undefined,
    latest,
  }
}
