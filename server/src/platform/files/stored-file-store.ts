import { sql } from 'kysely'
import { countRows } from '#platform/database/count-rows.ts'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import type { ImageKind } from './encode-image.ts'

export interface StoredFile {
  name: string
  kind: ImageKind
  uploadedBy: UserId
  /** Only for a picture of a note: the entity among whose pictures it counts. */
  entity?: EntityId
  bytes: number
  at: number
}

interface Claim {
  kind: ImageKind
  /** What the file is used for from now on, such as `user:4711`. */
  subject: string
  /** Only an upload of this user counts. */
  uploadedBy: UserId
}

/** The stored files. One without a subject is unreferenced, and removed after a while. */
export function createStoredFileStore(db: Db) {
  return {
    create: async ({ name, kind, uploadedBy, entity, bytes, at }: StoredFile): Promise<void> => {
      await db
        .insertInto('storedFile')
        .values({
          name,
          kind,
          uploadedBy,
          entityId: entity ?? null,
          bytes,
          looseSince: new Date(at),
          createdAt: new Date(at),
        })
        .execute()
    },

    /**
     * How many bytes the pictures of notes have: those that a person added since a moment, and all of an entity. Until the end of the transaction
     * no one else adds one to the entity.
     */
    sumOfNotes: async (
      entity: EntityId,
      { person, since }: { person: UserId; since: number },
    ): Promise<{ ofPerson: number; ofEntity: number }> => {
      await sql`select pg_advisory_xact_lock(hashtextextended('pictures of ' || ${entity}, 0))`.execute(db)
      const { rows } = await sql<{ ofPerson: number; ofEntity: number }>`
        select
          (
            select coalesce(sum(bytes), 0)::float8 from stored_file
            where uploaded_by = ${person} and created_at > ${new Date(since)} and kind in ('note', 'note-small')
          ) as "ofPerson",
          (select coalesce(sum(bytes), 0)::float8 from stored_file where entity_id = ${entity}) as "ofEntity"`.execute(
        db,
      )
      return rows[0] ?? { ofPerson: 0, ofEntity: 0 }
    },

    countLooseOf: (uploadedBy: UserId): Promise<number> =>
      countRows(db, sql`stored_file where uploaded_by = ${uploadedBy} and loose_since is not null`),

    /** Gives an unreferenced file a subject; false when there is no matching one. */
    claim: async (name: string, { kind, subject, uploadedBy }: Claim): Promise<boolean> => {
      const claimed = await db
        .updateTable('storedFile')
        .set({ subject, looseSince: null })
        .where('name', '=', name)
        .where('kind', '=', kind)
        .where('uploadedBy', '=', uploadedBy)
        .where('looseSince', 'is not', null)
        .returning('name')
        .executeTakeFirst()
      return claimed !== undefined
    },

    /** Takes the subject from a file, if it has this one. */
    release: async (name: string, subject: string): Promise<void> => {
      await db
        .updateTable('storedFile')
        .set({ looseSince: new Date(0) })
        .where('name', '=', name)
        .where('subject', '=', subject)
        .execute()
    },

    /** Names of files that are unreferenced since before `before`. */
    listLoose: async (before: number): Promise<string[]> => {
      const rows = await db
        .selectFrom('storedFile')
        .select('name')
        .where('looseSince', '<', new Date(before))
        .orderBy('looseSince')
        .limit(1000)
        .execute()
      return rows.map((row) => row.name)
    },

    /** Removes the row if the file is still unreferenced; returns whether it did. */
    removeUnreferenced: async (name: string): Promise<boolean> => {
      const removed = await db
        .deleteFrom('storedFile')
        .where('name', '=', name)
        .where('looseSince', 'is not', null)
        .returning('name')
        .executeTakeFirst()
      return removed !== undefined
    },
  }
}
