import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

interface Move {
  readonly from: DataId
  readonly to: DataId
  /** The new names of the sources, by the old ones. */
  readonly names: ReadonlyMap<SourceName, SourceName>
}

/** Moves the sources of a gateway's child to a unit of its own. Use it in a transaction. */
export function createChildMoveStore(db: Db) {
  return {
    /**
     * Locks the child and its sources, and keeps new ones of the gateway from being made. Commits take the locks of sources before that of
     * their unit. Returns whether the source is that of a child that is no unit.
     */
    lock: async (gateway: DataId, source: SourceName, sources: readonly SourceName[]): Promise<boolean> => {
      const { rows } = await sql`
        select from gateway_child
        where gateway = ${gateway} and source = ${source} and not exists (
          select from unit where unit.data_id = gateway_child.unit and deleted_at is null
        ) for update`.execute(db)
      if (rows.length === 0) return false
      await sql`
        select from source where data_id = ${gateway} and name = any (${[...sources]})
        order by source_key for update`.execute(db)
      await sql`select from unit where data_id = ${gateway} for update`.execute(db)
      return true
    },

    /** The records hang on the keys of their sources, so that they move at once, and a commit under way stores nothing. */
    move: async ({ from, to, names }: Move): Promise<void> => {
      for (const [name, newName] of names) {
        await sql`
          update source set data_id = ${to}, name = ${newName} where data_id = ${from} and name = ${name}`.execute(db)
        await sql`
          update unit new set paused_data = array_append(new.paused_data, ${newName}) from unit old
          where new.data_id = ${to} and old.data_id = ${from} and ${name} = any (old.paused_data)`.execute(db)
        await sql`
          update unit set paused_data = array_remove(paused_data, ${name}) where data_id = ${from}`.execute(db)
      }
      await sql`
        update unit set last_activity_at = newest.last_received_at, last_message = newest.name,
          last_door = (select last_door from unit where data_id = ${from})
        from (
          select name, last_received_at from source where data_id = ${to} order by last_received_at desc limit 1
        ) newest where data_id = ${to}`.execute(db)
    },

    /** From now on its messages go to the unit. */
    settle: async (gateway: DataId, source: SourceName, unit: DataId): Promise<void> => {
      await sql`
        update gateway_child set unit = ${unit} where gateway = ${gateway} and source = ${source}`.execute(db)
    },
  }
}
