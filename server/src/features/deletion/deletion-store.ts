import type { DataId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Rows of one piece: a transaction of some 100 ms. */
const PIECE = 5_000

/** The pieces in which units are deleted. */
export function createDeletionStore(db: Db) {
  return {
    /** Removes a piece of what belongs to a unit that is out of reach. Returns how many rows: 0 when little is left. */
    removePieceOfUnit: async (dataId: DataId): Promise<number> => {
      for (const { table, found } of OF_UNITS) {
        const { numAffectedRows = 0n } = await sql`
          delete from ${sql.table(table)} where ctid = any (
            array(select piece.ctid from ${sql.table(table)} piece ${found(dataId)} limit ${PIECE})
          )`.execute(db)
        if (numAffectedRows > 0n) return Number(numAffectedRows)
      }
      return 0
    },

    /** Removes the unit itself, with the little that is left of it. */
    removeUnit: async (dataId: DataId): Promise<void> => {
      await sql`delete from unit where data_id = ${dataId} and deleted_at is not null`.execute(db)
    },
  }
}

type Found = (dataId: DataId) => RawBuilder<unknown>

const ofEvents: Found = (dataId) =>
  sql`join event_table on event_table.id = piece.event_table where event_table.data_id = ${dataId}`
const ofImports: Found = (dataId) =>
  sql`join record_import on record_import.id = piece.import_id where record_import.data_id = ${dataId}`
const ofUnit: Found = (dataId) => sql`where piece.data_id = ${dataId}`

/** What a unit can have very much of; the rest goes with the unit itself. */
const OF_UNITS: readonly { readonly table: string; readonly found: Found }[] = [
  { table: 'event_occurrence', found: ofEvents },
  { table: 'event_tag', found: ofEvents },
  { table: 'event_checkpoint', found: ofEvents },
  { table: 'event_hour', found: ofEvents },
  { table: 'record_import_replaced', found: ofImports },
  { table: 'record_import_refusal', found: ofImports },
  { table: 'record_import_part', found: ofImports },
  { table: 'alert_change', found: ofUnit },
  { table: 'unit_configuration', found: ofUnit },
  { table: 'action_request', found: ofUnit },
  { table: 'rejected_message', found: ofUnit },
]
