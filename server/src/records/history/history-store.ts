import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { isFreeFor } from '#platform/leases/lease-store.ts'

/** A chunk whose blocks are in PostgreSQL. */
export interface ChunkPlace {
  readonly sourceKey: number
  readonly startAt: number
}

/** The blocks of a chunk, or the references that take their place. */
export interface ChunkBlocks extends ChunkPlace {
  readonly times: Buffer
  readonly arrivals: Buffer | undefined
  readonly columns: readonly { readonly field: string; readonly data: Buffer }[]
}

export interface HistoryObject {
  readonly id: number
  readonly key: string
  readonly bytes: number
}

export interface SparseObject extends HistoryObject {
  readonly hash: string
}

interface Wanted {
  /** Chunks behind this one, by source and start. */
  readonly after: ChunkPlace
  /** Their last record is older. Epoch milliseconds. */
  readonly before: number
  /** Nothing has arrived in them since. */
  readonly closedBefore: number
  readonly limit: number
}

/** What is known of objects in the bucket, and the chunks that go there. */
export function createHistoryStore(db: Db) {
  return {
    /** Makes the one row that says how far the move is. */
    begin: async (): Promise<void> => {
      await sql`insert into history_move (source_key, start_at, due_at) values (0, 0, 0) on conflict do nothing`.execute(
        db,
      )
    },

    /** Takes the move for a server; undefined when it is not due, or another one has it. */
    take: async (server: string, now: number): Promise<ChunkPlace | undefined> => {
      const { rows } = await sql<ChunkPlace>`
        update history_move set held_by = ${server}
        where due_at <= ${now} and ${isFreeFor(server, sql`held_by`)}
        returning ${PLACE}`.execute(db)
      return rows[0]
    },

    /** Stores where the next step continues, and when. */
    goOn: async ({ sourceKey, startAt }: ChunkPlace, dueAt: number): Promise<void> => {
      await sql`
        update history_move set source_key = ${sourceKey}, start_at = ${startAt}, due_at = ${dueAt}, held_by = null`.execute(
        db,
      )
    },

    /** The last chunk of each source stays: the latest values are read from it. */
    listMovable: async ({ after, before, closedBefore, limit }: Wanted): Promise<ChunkPlace[]> => {
      const { rows } = await sql<ChunkPlace>`
        select ${PLACE} from record_chunk chunk
        where (source_key, start_at) > (${after.sourceKey}::bigint, ${after.startAt}::bigint)
          and object_id is null and times is not null
          and end_at < ${before} and last_received_at < ${closedBefore}
          and exists (
            select from record_chunk later
            where later.source_key = chunk.source_key and later.start_at > chunk.start_at
          )
        order by source_key, start_at limit ${limit}`.execute(db)
      return rows
    },

    /** The blocks of a chunk in PostgreSQL, or its references to an object. Undefined when it has none of these any longer. */
    readBlocks: async (
      { sourceKey, startAt }: ChunkPlace,
      object: number | null = null,
    ): Promise<ChunkBlocks | undefined> => {
      const { rows } = await sql<{ times: Buffer; arrivals: Buffer | null; fields: string[]; data: Buffer[] }>`
        select times, arrivals, array(
            select field from record_column where source_key = ${sourceKey} and start_at = ${startAt} order by field
          ) as fields, array(
            select data from record_column where source_key = ${sourceKey} and start_at = ${startAt} order by field
          ) as data
        from record_chunk
        where source_key = ${sourceKey} and start_at = ${startAt} and object_id is not distinct from ${object} and times is not null`.execute(
        db,
      )
      const [row] = rows
      if (row === undefined) return undefined
      const columns = row.fields.map((field, index) => ({ field, data: row.data[index] ?? Buffer.alloc(0) }))
      return { sourceKey, startAt, times: row.times, arrivals: row.arrivals ?? undefined, columns }
    },

    /** Locks the chunks of a source until the transaction ends; false when another server has them. */
    claim: async (sourceKey: number): Promise<boolean> => {
      const { rows } = await sql<{ claimed: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('compaction', ${sourceKey}))
          and pg_try_advisory_xact_lock(hashtextextended('chunks', ${sourceKey})) as claimed`.execute(db)
      return rows[0]?.claimed === true
    },

    /** Puts references to an object in place of the blocks of a chunk, or blocks in place of references. */
    replaceBlocks: async (
      object: number | null,
      { sourceKey, startAt, times, arrivals, columns }: ChunkBlocks,
    ): Promise<void> => {
      await sql`
        update record_chunk set times = ${times}, arrivals = ${arrivals ?? null}, object_id = ${object}
        where source_key = ${sourceKey} and start_at = ${startAt}`.execute(db)
      await sql`
        update record_column set data = given.data
        from unnest(${columns.map(({ field }) => field)}::text[], ${columns.map(({ data }) => data)}::bytea[])
          given (field, data)
        where source_key = ${sourceKey} and start_at = ${startAt} and record_column.field = given.field`.execute(db)
    },

    /** Remembers an object before it is in the bucket, so that it is found whatever happens. */
    announce: async ({ hash, bytes, chunks, prefix, now }: Announced): Promise<HistoryObject> => {
      const { rows } = await sql<HistoryObject>`
        insert into history_object (key, hash, bytes, chunks, announced_at)
        values (${prefix} || gen_random_uuid()::text || '-' || ${hash}::text, ${hash}, ${bytes}, ${chunks}, ${now})
        returning id, key, bytes`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('An object was not stored')
      return row
    },

    /** The object is whole and used. False when it was given up in the meantime. */
    confirm: async (id: number, now: number): Promise<boolean> => {
      const { numAffectedRows = 0n } = await sql`
        update history_object set stored_at = ${now} where id = ${id} and not removing`.execute(db)
      return numAffectedRows === 1n
    },

    findObjects: async (ids: readonly number[]): Promise<HistoryObject[]> => {
      const { rows } = await sql<HistoryObject>`
        select id, key, bytes from history_object where id = any (${[...ids]}::bigint[])`.execute(db)
      return rows
    },

    listUsed: async (): Promise<HistoryObject[]> => {
      const { rows } = await sql<HistoryObject>`
        select id, key, bytes from history_object where ${IS_USED} order by id`.execute(db)
      return rows
    },

    /** Some objects of whose chunks fewer than a share are used, the most wasteful ones first. */
    listSparse: async ({ usedShare, limit }: { usedShare: number; limit: number }): Promise<SparseObject[]> => {
      const { rows } = await sql<SparseObject>`
        select id, key, bytes, hash from history_object
        join (
          select object_id as id, count(*) as used from record_chunk
          where object_id is not null and times is not null group by object_id
        ) referring using (id)
        where used < chunks * ${usedShare}::float8
        order by bytes * (1 - used / chunks::float8) desc limit ${limit}`.execute(db)
      return rows
    },

    /** The chunks whose blocks are in an object. */
    listPlaces: async (object: number): Promise<ChunkPlace[]> => {
      const { rows } = await sql<ChunkPlace>`
        select ${PLACE} from record_chunk where object_id = ${object} and times is not null
        order by source_key, start_at`.execute(db)
      return rows
    },

    /** Notes which objects no chunk uses any longer. */
    noteUnused: async (now: number): Promise<void> => {
      await sql`
        update history_object set unused_at = ${now}
        where stored_at is not null and unused_at is null and not ${IS_USED}`.execute(db)
    },

    /** Decides to remove objects: those announced long ago that never were used, and those unused for long. */
    listRemovable: async ({ announcedBefore, unusedBefore }: Removable): Promise<HistoryObject[]> => {
      const { rows } = await sql<HistoryObject>`
        update history_object set removing = true
        where not ${IS_USED} and (
          removing or (stored_at is null and announced_at < ${announcedBefore}) or unused_at < ${unusedBefore}
        )
        returning id, key, bytes`.execute(db)
      return rows
    },

    forget: async (id: number): Promise<void> => {
      await sql`delete from history_object where id = ${id} and removing`.execute(db)
    },
  }
}

interface Announced {
  readonly hash: string
  readonly bytes: number
  readonly chunks: number
  readonly prefix: string
  readonly now: number
}

interface Removable {
  readonly announcedBefore: number
  readonly unusedBefore: number
}

const PLACE = sql`source_key as "sourceKey", start_at as "startAt"`

const IS_USED = sql`exists (
  select from record_chunk where object_id = history_object.id and times is not null
)`

/** Whether there are chunks to move, as far as the last step knew. */
export function isMoveDue(now: number): RawBuilder<unknown> {
  return sql`exists (select from history_move where due_at <= ${now})`
}
