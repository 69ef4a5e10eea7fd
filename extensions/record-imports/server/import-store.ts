import type { DataId, EntityId, ProgramTokenId, SourceName, UserId } from '@fieldwatch/contract/api/ids'
import type { ImportSettings, ImportState, RecordImport } from '../contract/record-imports.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Starter } from '@fieldwatch/server/people/credentials/find-starter'
import { creatorName } from '@fieldwatch/server/platform/database/person-columns'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { isUnitInReach } from '@fieldwatch/server/platform/database/unit-reach'
import type { Tables } from '@fieldwatch/server/platform/database/tables'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { isFreeFor } from '@fieldwatch/server/platform/leases/lease-store'
import type { FileLook, LookedAt } from './look-at-part.ts'
import { FILE_BEGINNING, type FilePosition, type RefusedLine } from './read-part.ts'

declare module '@fieldwatch/server/platform/database/tables' {
  interface TableColumns {
    recordImport: {
      state: ImportState
      settings: ImportSettings
      position: object
      counts: RecordImport['counts']
      startedTokenId: ProgramTokenId
    }
    recordImportReplaced: {
      fields: object
    }
  }
}

export type Counts = RecordImport['counts']

const NOTHING_COUNTED: Counts = {
  lines: 0,
  added: 0,
  replaced: 0,
  unchanged: 0,
  repeated: 0,
  joined: 0,
  refused: 0,
  emptied: 0,
  doubled: 0,
}

export interface StoredImport {
  readonly id: number
  readonly dataId: DataId
  readonly fileName: string
  readonly fileBytes: number
  /** How many parts of the file have arrived, or had before it was read. */
  readonly parts: number
  readonly state: ImportState
  readonly checked: boolean
  readonly settings: ImportSettings | undefined
  readonly sourceKey: number | undefined
  /** Who started what is under way; undefined for the command line. */
  readonly starter: Starter | undefined
  readonly createdBy: string | undefined
  readonly createdAt: Date
  readonly endedAt: Date | undefined
  readonly readParts: number
  readonly carry: Buffer
  readonly position: FilePosition
  readonly counts: Counts
  readonly firstAt: number | undefined
  readonly lastAt: number | undefined
  readonly failure: string | undefined
}

/** What a part of a file changed. */
interface PartRead {
  readonly readParts: number
  readonly carry: Uint8Array
  readonly position: FilePosition
  /** What is added to the counts. */
  readonly counts: Partial<Counts>
  readonly refusals: readonly RefusedLine[]
}

/** What was seen of a file so far. */
export interface StoredLook {
  readonly of: LookedAt
  readonly look: FileLook
  readonly readParts: number
  /** The beginning of a line that ends in the next part, in base64. */
  readonly carry: string
  /** It was read as UTF-8, and is not. */
  readonly isOtherText: boolean
}

/** The imports of a unit that are listed. */
const LISTED = 50

export type ImportStore = ReturnType<typeof createImportStore>

/** Imports of records, with the parts of their files until they are read. */
export function createImportStore(db: Db) {
  return {
    create: async (of: {
      dataId: DataId
      fileName: string
      fileBytes: number
      /** A user or the token of an entity; undefined for the command line. */
      by: UserId | undefined
      now: number
    }): Promise<number> => {
      const { id } = await db
        .insertInto('recordImport')
        .values({
          dataId: of.dataId,
          fileName: of.fileName,
          fileBytes: of.fileBytes,
          state: 'uploading',
          createdBy: of.by ?? null,
          createdAt: new Date(of.now),
          counts: JSON.stringify(NOTHING_COUNTED),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** The import, if its unit is within reach. */
    findInReach: async (id: number, reach: readonly EntityId[]): Promise<StoredImport | undefined> => {
      const { rows } = await sql<Row>`
        ${selectFor(reach)} where one.id = ${id} and ${isUnitInReach(sql`one.data_id`, reach)}`.execute(db)
      return rows.map(importOf)[0]
    },

    /** @throws DomainError import/not-found */
    get: async (id: number, reach: readonly EntityId[] = []): Promise<StoredImport> => {
      const { rows } = await sql<Row>`${selectFor(reach)} where one.id = ${id}`.execute(db)
      const [found] = rows.map(importOf)
      if (found === undefined) throw new DomainError('import/not-found')
      return found
    },

    /** None when it is gone. */
    listAgain: async (id: number): Promise<StoredImport[]> => {
      const { rows } = await sql<Row>`${selectFor([])} where one.id = ${id}`.execute(db)
      return rows.map(importOf)
    },

    /** The imports of a unit whose reach was checked, the newest first. */
    list: async (dataId: DataId, reach: readonly EntityId[]): Promise<StoredImport[]> => {
      const { rows } = await sql<Row>`
        ${selectFor(reach)} where one.data_id = ${dataId} order by one.id desc limit ${LISTED}`.execute(db)
      return rows.map(importOf)
    },

    /** Imports with files, of the entities that have a unit. */
    countFiles: async (dataId: DataId): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(distinct one.id) as count from record_import one join unit_entity owner using (data_id)
        where owner.entity_id in (select entity_id from unit_entity where data_id = ${dataId})
          and one.state in ('uploading', 'ready', 'checking', 'running')`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** The parts that have arrived with their bytes, in their order. */
    listParts: async (id: number): Promise<{ part: number; bytes: number }[]> =>
      db.selectFrom('recordImportPart').select(['part', 'bytes']).where('importId', '=', id).orderBy('part').execute(),

    putPart: async (id: number, part: number, { bytes, data }: { bytes: number; data: Buffer }): Promise<void> => {
      await db
        .insertInto('recordImportPart')
        .values({ importId: id, part, bytes, data })
        .onConflict((conflict) => conflict.columns(['importId', 'part']).doUpdateSet({ bytes, data }))
        .execute()
    },

    readPart: async (id: number, part: number): Promise<Buffer | undefined> => {
      const row = await db
        .selectFrom('recordImportPart')
        .select('data')
        .where('importId', '=', id)
        .where('part', '=', part)
        .executeTakeFirst()
      return row?.data
    },

    /** The state, which does not change until the transaction ends. */
    lock: async (id: number): Promise<ImportState | undefined> => {
      const { rows } = await sql<{ state: ImportState }>`
        select state from record_import where id = ${id} for update`.execute(db)
      return rows[0]?.state
    },

    setReady: async (id: number): Promise<void> => {
      await db.updateTable('recordImport').set({ state: 'ready' }).where('id', '=', id).execute()
    },

    /** What a person chose so far for a file that waits. */
    keepSettings: async (id: number, settings: ImportSettings): Promise<void> => {
      const kept = { settings: JSON.stringify(settings) }
      await db.updateTable('recordImport').set(kept).where('id', '=', id).where('state', '=', 'ready').execute()
    },

    readLook: async (id: number): Promise<StoredLook | undefined> => {
      const { rows } = await sql<{ look: StoredLook | null }>`
        select look from record_import where id = ${id}`.execute(db)
      return rows[0]?.look ?? undefined
    },

    keepLook: async (id: number, look: StoredLook): Promise<void> => {
      await sql`update record_import set look = ${JSON.stringify(look)} where id = ${id}`.execute(db)
    },

    /** Begins to read the file from its first line. */
    begin: async (
      id: number,
      { state, settings, ...start }: { state: 'checking' | 'running'; settings: ImportSettings } & Start,
    ): Promise<void> => {
      await sql`delete from record_import_refusal where import_id = ${id}`.execute(db)
      await db
        .updateTable('recordImport')
        .set({
          state,
          settings: JSON.stringify(settings),
          counts: JSON.stringify(NOTHING_COUNTED),
          readParts: 0,
          carry: null,
          position: null,
          firstAt: null,
          lastAt: null,
          failure: null,
          ...rowOf(start),
        })
        .where('id', '=', id)
        .execute()
    },

    setUndoing: async (id: number, start: Start): Promise<void> => {
      await db
        .updateTable('recordImport')
        .set({ state: 'undoing', endedAt: null, failure: null, ...rowOf(start) })
        .where('id', '=', id)
        .execute()
    },

    /** Takes an import that no running server works on. */
    claimNext: async (server: string): Promise<StoredImport | undefined> => {
      const { rows } = await sql<{ id: number }>`
        update record_import set held_by = ${server}
        where id = (
          select id from record_import
          where ${isFree(server)}
          order by id limit 1 for update skip locked
        )
        returning id`.execute(db)
      const [row] = rows
      return row === undefined ? undefined : createImportStore(db).get(row.id)
    },

    /** Writes down how far the file was read, if the import continues and is held; false when it does not. */
    advance: (id: number, server: string, read: PartRead): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        const { numAffectedRows = 0n } = await sql`
          update record_import
          set read_parts = ${read.readParts}, carry = ${Buffer.from(read.carry)},
            position = ${JSON.stringify(read.position)}, counts = ${added(read.counts)}
          where id = ${id} and state in ('checking', 'running') and held_by = ${server}`.execute(tx)
        if (numAffectedRows === 0n) return false
        await sql`
          insert into record_import_refusal (import_id, line, reason)
          select ${id}, line, reason
          from unnest(
            ${read.refusals.map(({ line }) => line)}::bigint[], ${read.refusals.map(({ reason }) => reason)}::text[]
          ) given (line, reason)
          on conflict do nothing`.execute(tx)
        return true
      }),

    /** The end of reading without storing. */
    setChecked: async (id: number): Promise<void> => {
      await sql`
        update record_import set state = 'ready', checked = true, held_by = null
        where id = ${id} and state = 'checking'`.execute(db)
    },

    /** The end of storing: lines that are counted nowhere else had the time of another one, which they were joined with, or which counts. */
    finish: async (
      id: number,
      { server, now, joins }: { server: string; now: number; joins: boolean },
    ): Promise<void> => {
      await sql`
        update record_import
        set state = 'done', ended_at = ${new Date(now)}, held_by = null, carry = null, look = null,
          counts = counts || jsonb_build_object(${joins ? 'joined' : 'repeated'}::text, (counts ->> 'lines')::bigint - (counts ->> 'refused')::bigint
            - (counts ->> 'added')::bigint - (counts ->> 'replaced')::bigint - (counts ->> 'unchanged')::bigint)
        where id = ${id} and state = 'running' and held_by = ${server}`.execute(db)
      await sql`
        delete from record_import_part part using record_import one
        where part.import_id = ${id} and one.id = part.import_id and one.state = 'done'`.execute(db)
    },

    /** Ends an import; its file is not needed any more. */
    end: async (id: number, { state, now }: { state: ImportState; now: number }): Promise<void> => {
      await db
        .updateTable('recordImport')
        .set({ state, endedAt: new Date(now), failure: null, heldBy: null, carry: null, look: null })
        .where('id', '=', id)
        .execute()
      await sql`delete from record_import_part where import_id = ${id}`.execute(db)
    },

    /** Ends an import that cannot continue, unless another server has taken it. */
    fail: async (
      id: number,
      { server, now, failure }: { server: string; now: number; failure: string },
    ): Promise<void> => {
      await sql`
        with ended as (
          update record_import
          set state = 'failed', ended_at = ${new Date(now)}, failure = ${failure}, held_by = null, carry = null,
            look = null
          where id = ${id} and held_by = ${server}
          returning id
        )
        delete from record_import_part using ended where import_id = ended.id`.execute(db)
    },

    remove: async (id: number): Promise<void> => {
      await db.deleteFrom('recordImport').where('id', '=', id).execute()
    },

    /** Removes uploads that no one went on with, and imports that are too old to be undone. */
    removeOld: async ({
      uploadedBefore,
      endedBefore,
    }: {
      uploadedBefore: number
      endedBefore: number
    }): Promise<void> => {
      await sql`
        delete from record_import
        where (state in ('uploading', 'ready') and created_at < ${new Date(uploadedBefore)})
          or ended_at < ${new Date(endedBefore)}`.execute(db)
    },

    /** Refused lines behind one. */
    listRefusals: async (id: number, after: number, limit: number): Promise<RefusedLine[]> =>
      db
        .selectFrom('recordImportRefusal')
        .select(['line', 'reason'])
        .where('importId', '=', id)
        .where('line', '>', after)
        .orderBy('line')
        .limit(limit)
        .execute(),

    countRefusals: async (id: number): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from record_import_refusal where import_id = ${id}`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** How many sources a unit has, and whether the named one is one of them or is computed. */
    describeSource: async (
      dataId: DataId,
      name: SourceName,
    ): Promise<{ sources: number; exists: boolean; isCalculated: boolean }> => {
      const { rows } = await sql<{ sources: number; exists: boolean; calculated: boolean }>`
        select (select count(*) from source where data_id = ${dataId}) as sources,
          exists (select from source where data_id = ${dataId} and name = ${name}) as exists,
          exists (select from calculation where data_id = ${dataId} and name = ${name}) as calculated`.execute(db)
      const [row] = rows
      return {
        sources: row?.sources ?? 0,
        exists: row?.exists === true,
        isCalculated: row?.calculated === true,
      }
    },
  }
}

/** Who starts work on an import; undefined for the command line. `heldBy` is a server that works on it at once. */
export interface Start {
  readonly starter: Starter | undefined
  readonly heldBy?: string | undefined
}

function rowOf({ starter, heldBy }: Start) {
  const { userId = null, tokenId = null } = starter ?? {}
  return { heldBy: heldBy ?? null, startedBy: userId, startedTokenId: tokenId }
}

function starterOf({ startedBy: userId, startedTokenId: tokenId }: Row): Starter | undefined {
  if (userId === null && tokenId === null) return undefined
  return { userId: userId ?? undefined, tokenId: tokenId ?? undefined }
}

type Row = Selectable<Tables['recordImport']> & { parts: number; creator: string | null }

/** The creator is named for readers who have their entity in reach. */
const selectFor = (reach: readonly EntityId[]) => sql`
  select one.*, ${creatorName(sql.ref('one.created_by'), reach)} as creator,
    greatest(one.read_parts, (select count(*) from record_import_part part where part.import_id = one.id)) as parts
  from record_import one`

/** Counts with others added to them. */
function added(counts: Partial<Counts>) {
  return sql`(
    select jsonb_object_agg(key, (value::bigint + coalesce((${JSON.stringify(counts)}::jsonb ->> key)::bigint, 0)))
    from jsonb_each_text(counts)
  )`
}

function importOf(row: Row): StoredImport {
  const position = row.position as FilePosition | null
  return {
    id: row.id,
    dataId: row.dataId,
    fileName: row.fileName,
    fileBytes: row.fileBytes,
    parts: row.parts,
    state: row.state,
    checked: row.checked,
    settings: row.settings ?? undefined,
    sourceKey: row.sourceKey ?? undefined,
    starter: starterOf(row),
    createdBy: row.creator ?? undefined,
    createdAt: row.createdAt,
    endedAt: row.endedAt ?? undefined,
    readParts: row.readParts,
    carry: row.carry ?? Buffer.alloc(0),
    position: position === null ? FILE_BEGINNING : { ...FILE_BEGINNING, ...position },
    counts: { ...NOTHING_COUNTED, ...row.counts },
    firstAt: row.firstAt ?? undefined,
    lastAt: row.lastAt ?? undefined,
    failure: row.failure ?? undefined,
  }
}

export function isImportDue(server: string): RawBuilder<unknown> {
  return sql`exists (select from record_import where ${isFree(server)})`
}

/** Whether an import is unfinished, and no running server works on it. */
function isFree(server: string): RawBuilder<unknown> {
  return sql`state in ('checking', 'running', 'undoing') and ${isFreeFor(server, sql`held_by`)}`
}
