import { addressNow } from '#platform/audit/acting.ts'
import type { DataId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { isFreeFor } from '#platform/leases/lease-store.ts'

type DeletionKind = 'source' | 'unit' | 'entity'

export interface ClaimedDeletion {
  readonly id: number
  readonly kind: DeletionKind
  /** The key of a source, the dataID of a unit, the id of an entity. */
  readonly subject: string
  readonly askedBy: UserId | undefined
  /** From where it was asked for; empty where no person did. */
  readonly address: string
}

interface NewDeletion {
  readonly kind: DeletionKind
  readonly subject: string
  readonly by: UserId | undefined
  readonly now: number
}

/** Rows of one piece: a transaction of some 100 ms. */
const PIECE = 5_000

/** Deletions under way, and the pieces in which they are done. */
export function createDeletionStore(db: Db) {
  return {
    add: async ({ kind, subject, by, now }: NewDeletion): Promise<void> => {
      await sql`
        insert into deletion (kind, subject, asked_by, address, asked_at)
        values (${kind}, ${subject}, ${by ?? null}, ${addressNow()}, ${now})
        on conflict (kind, subject) do nothing`.execute(db)
    },

    /** The oldest one that no running server works on and that is not put off. */
    claimNext: async (server: string, now: number): Promise<ClaimedDeletion | undefined> => {
      const { rows } = await sql<{
        id: number
        kind: DeletionKind
        subject: string
        asked_by: UserId | null
        address: string
      }>`
        update deletion set held_by = ${server}, retry_at = null
        where id = (
          select id from deletion
          where ${isFree(server, now)}
          order by id limit 1 for update skip locked
        )
        returning id, kind, subject, asked_by, address`.execute(db)
      const [row] = rows
      if (row === undefined) return undefined
      const { id, kind, subject, address } = row
      return { id, kind, subject, address, askedBy: row.asked_by ?? undefined }
    },

    /** Leaves one that failed to a later attempt. */
    putOff: async (id: number, until: number): Promise<void> => {
      await sql`update deletion set held_by = null, retry_at = ${until} where id = ${id}`.execute(db)
    },

    end: async (id: number): Promise<void> => {
      await sql`delete from deletion where id = ${id}`.execute(db)
    },

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

export function isDeletionDue(server: string, now: number): RawBuilder<unknown> {
  return sql`exists (select from deletion where ${isFree(server, now)})`
}

/** Whether no running server works on a deletion, and it is not put off. */
function isFree(server: string, now: number): RawBuilder<unknown> {
  return sql`${isFreeFor(server, sql`held_by`)} and (retry_at is null or retry_at <= ${now})`
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
