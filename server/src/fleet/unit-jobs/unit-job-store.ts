import type { Tables } from '#platform/database/tables.ts'
import { isUnitOf } from '#platform/database/unit-in-reach.ts'
import { countRows } from '#platform/database/count-rows.ts'
import type { DataId, EntityId, ProgramTokenId, UserId } from '@fieldwatch/contract/api/ids'
import type { UnitImportOptions, UnitRow } from '@fieldwatch/contract/units/unit-imports'
import type { UnitChange, UnitJob, UnitJobResult, UnitResult } from '@fieldwatch/contract/units/unit-jobs'
import { type Selectable, sql } from 'kysely'
import { creatorName } from '#platform/database/person-columns.ts'
import type { Db } from '#platform/database/database.ts'
import { createJobStore, isOneOfKinds, isReadable, type JobReader } from '#platform/jobs/job-store.ts'

/** What a job does: a list of units that a file holds, or one change of units that were chosen. */
export type AskedJob =
  | { readonly kind: 'import'; readonly options: UnitImportOptions }
  | { readonly kind: 'change'; readonly change: UnitChange }
  /** Takes back what an import did. */
  | { readonly kind: 'undo'; readonly of: number }

/** As the activity names the beginning of each. */
export const UNIT_JOBS = {
  import: 'import units',
  change: 'change units',
  undo: 'undo import of units',
} as const satisfies Record<AskedJob['kind'], string>

export const IS_UNIT_JOB = isOneOfKinds(Object.values(UNIT_JOBS))

export interface NewItem {
  readonly place: number
  readonly dataId: string
  /** Only for an import. */
  readonly row?: UnitRow | undefined
  /** Why nothing can become of it. */
  readonly refusal?: string | undefined
}

export interface OpenItem {
  readonly place: number
  readonly dataId: DataId
  readonly row: UnitRow | undefined
}

export interface DoneItem {
  readonly place: number
  readonly result: UnitResult
  readonly message?: string | undefined
  readonly tokenHash?: Buffer | undefined
}

/** Who asked for a job: a person, or a program by its token. */
export interface Asker {
  readonly by: UserId
  readonly tokenId: ProgramTokenId | undefined
}

export interface StoredJob extends Pick<Asker, 'by'> {
  readonly id: number
  readonly asked: AskedJob
  readonly endedAt: number | undefined
  readonly tokensAt: number | undefined
}

export type ListedJob = StoredJob & {
  readonly createdAt: number
  /** Undefined: no one in reach, as of `stopped`. */
  readonly createdBy: string | undefined
  readonly stopped: { readonly at: number; readonly by: string | undefined } | undefined
  readonly units: number
  readonly counts: UnitJob['counts']
}

/** Jobs on many units, and what became of each unit. Times are epoch milliseconds. */
export function createUnitJobStore(db: Db) {
  return {
    create: async (asked: AskedJob, begun: Asker & { entity: EntityId; now: number }): Promise<number> => {
      const id = await createJobStore(db).add({ ...begun, kind: UNIT_JOBS[asked.kind], payload: asked })
      if (id === undefined) throw new Error('A unit job without a subject was there already')
      return id
    },

    addItems: async (id: number, items: readonly NewItem[]): Promise<void> => {
      await sql`
        insert into unit_job_item (job_id, place, data_id, given, result, message)
        select ${id}, place, data_id, given::jsonb, result, message from unnest(
          ${items.map(({ place }) => place)}::int[],
          ${items.map(({ dataId }) => dataId)}::text[],
          ${items.map(({ row }) => (row === undefined ? null : JSON.stringify(row)))}::text[],
          ${items.map(({ refusal }) => (refusal === undefined ? null : 'refused'))}::text[],
          ${items.map(({ refusal = '' }) => refusal)}::text[]
        ) given (place, data_id, given, result, message)`.execute(db)
    },

    /** Keeps the same one from beginning another job until the transaction ends. */
    lockAsker: async (by: UserId): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`unit job of ${by}`}, 0))`.execute(db)
    },

    countRunning: (by: UserId): Promise<number> =>
      countRows(db, sql`job where ${IS_UNIT_JOB} and created_by = ${by} and ended_at is null`),

    /** Someone's job, whether it has ended or not, until the transaction ends. Waits for the worker that does some of its units. */
    claimOwn: async (id: number, by: UserId): Promise<StoredJob | undefined> => {
      const { rows } = await sql<JobRow>`
        select * from job where id = ${id} and ${IS_UNIT_JOB} and created_by = ${by} for update`.execute(db)
      return rows[0] && jobOf(rows[0])
    },

    /** As `claimOwn`, of someone who may read of it. */
    claimReadable: async (id: number, reader: JobReader): Promise<StoredJob | undefined> => {
      const { rows } = await sql<JobRow>`
        select * from job where id = ${id} and ${IS_UNIT_JOB} and ${isReadable(reader)} for update`.execute(db)
      return rows[0] && jobOf(rows[0])
    },

    listOpen: async (id: number, limit: number): Promise<OpenItem[]> => {
      const { rows } = await sql<{ place: number; dataId: DataId; given: UnitRow | null }>`
        select place, data_id, given from unit_job_item where job_id = ${id} and result is null
        order by place limit ${limit}`.execute(db)
      return rows.map(({ place, dataId, given }) => ({ place, dataId, row: given ?? undefined }))
    },

    finish: async (id: number, done: readonly DoneItem[]): Promise<void> => {
      await sql`
        update unit_job_item item
        set result = done.result, message = done.message, token_hash = decode(done.token_hash, 'hex'), given = null
        from unnest(
          ${done.map(({ place }) => place)}::int[],
          ${done.map(({ result }) => result)}::text[],
          ${done.map(({ message = '' }) => message)}::text[],
          ${done.map(({ tokenHash }) => tokenHash?.toString('hex') ?? null)}::text[]
        ) done (place, result, message, token_hash)
        where item.job_id = ${id} and item.place = done.place`.execute(db)
    },

    /** Writes down how far a job is. */
    countDone: async (id: number): Promise<void> => {
      await sql`
        update job set (done, total) = (
          select count(*) filter (where result is not null), count(*) from unit_job_item where job_id = ${id}
        ) where id = ${id}`.execute(db)
    },

    /** Ends a job. What is left of it becomes `stopped`; returns how many that are. */
    stop: async (id: number, { by, now }: { by: UserId; now: number }): Promise<number> => {
      await createJobStore(db).stop(id, { by, now })
      const { numAffectedRows = 0n } = await sql`
        update unit_job_item set result = 'stopped', given = null where job_id = ${id} and result is null`.execute(db)
      return Number(numAffectedRows)
    },

    /** Those that a person began, those under way that they may read of, or one of these; the newest first. */
    list: async (reader: JobReader, { which, limit = 1 }: { which: Wanted; limit?: number }): Promise<ListedJob[]> => {
      const { rows } = await sql<ListedRow>`
        select job.*, counted.*, ${creatorName(sql.ref('job.created_by'), reader.reach)} as beginner, ${creatorName(sql.ref('job.stopped_by'), reader.reach)} as stopper
        from (select * from job where ${IS_UNIT_JOB} and ${isWanted(which, reader)} order by id desc limit ${limit}) job
        cross join lateral (
          select count(*) as units, count(*) filter (where result is null) as open,
            count(*) filter (where result = 'created') as created, count(*) filter (where result = 'updated') as updated,
            count(*) filter (where result = 'unchanged') as unchanged, count(*) filter (where result = 'refused') as refused,
            count(*) filter (where result = 'stopped') as stopped, count(*) filter (where result = 'removed') as removed
          from unit_job_item where job_id = job.id
        ) counted order by id desc`.execute(db)
      return rows.map(listedOf)
    },

    /** In order; names of units and people in reach only. */
    listResults: async (id: number, { reach, result, after, limit }: WantedResults): Promise<UnitJobResult[]> => {
      const only = result === undefined ? sql`true` : sql`result = ${result}`
      const { rows } = await sql<UnitJobResult>`
        with stopper (name) as (select ${creatorName(sql.ref('stopped_by'), reach)} from job where id = ${id})
        select place, item.data_id as "dataID", result, case when result = 'stopped'
          then coalesce('Not done: stopped by ' || (select name from stopper) || '.', 'answers.stopped') else message
        end as message, (
          select friendly_name from unit where unit.data_id = item.data_id and ${isUnitOf(reach)}
        ) as "friendlyName"
        from unit_job_item item where job_id = ${id} and place > ${after} and ${only}
        order by place limit ${limit}`.execute(db)
      return rows
    },

    /** The units that a job added or changed, in order. */
    listDone: async (id: number, dataIds?: readonly DataId[]): Promise<DoneUnit[]> => {
      const among = dataIds === undefined ? sql`true` : sql`data_id = any (${[...dataIds]})`
      const { rows } = await sql<DoneUnit>`
        select place, data_id as "dataId", result = 'created' as "isNew" from unit_job_item
        where job_id = ${id} and result in ('created', 'updated') and ${among} order by place`.execute(db)
      return rows
    },

    /** The units that a job added, and whether each has still the secret that no one knows. */
    listNew: async (id: number): Promise<{ dataId: DataId; isWithout: boolean }[]> => {
      const { rows } = await sql<{ dataId: DataId; isWithout: boolean }>`
        select unit.data_id as "dataId", unit.token_hash = item.token_hash as "isWithout"
        from unit_job_item item join unit on unit.data_id = item.data_id
        where item.job_id = ${id} and result = 'created' order by place`.execute(db)
      return rows
    },

    setTokenHashes: async (tokens: readonly { dataId: DataId; tokenHash: Buffer }[]): Promise<void> => {
      await sql`
        update unit set token_hash = decode(given.token_hash, 'hex')
        from unnest(
          ${tokens.map(({ dataId }) => dataId)}::text[], ${tokens.map(({ tokenHash }) => tokenHash.toString('hex'))}::text[]
        ) given (data_id, token_hash)
        where unit.data_id = given.data_id`.execute(db)
    },

    setTokensTaken: async (id: number, now: number): Promise<void> => {
      await sql`update job set result = ${JSON.stringify({ tokensAt: now })} where id = ${id}`.execute(db)
    },
  }
}

export interface DoneUnit {
  readonly place: number
  readonly dataId: DataId
  readonly isNew: boolean
}

/** Which jobs are listed: one is named by its id. */
type Wanted = 'own' | 'running' | { readonly id: number }

interface WantedResults {
  readonly reach: readonly EntityId[]
  readonly result?: UnitResult | undefined
  readonly after: number
  readonly limit: number
}

function isWanted(which: Wanted, reader: JobReader) {
  if (which === 'own') return sql`job.created_by = ${reader.userId}`
  if (which === 'running') return sql`job.ended_at is null and ${isReadable(reader)}`
  return sql`job.id = ${which.id} and ${isReadable(reader)}`
}

interface ListedRow extends JobRow, Record<'units' | 'open' | UnitResult, number> {
  beginner: string | null
  stopper: string | null
}

function listedOf(row: ListedRow): ListedJob {
  const { units, open, created, updated, unchanged, refused, stopped, removed, stoppedAt } = row
  return {
    ...jobOf(row),
    createdAt: row.createdAt,
    createdBy: row.beginner ?? undefined,
    stopped: stoppedAt === null ? undefined : { at: stoppedAt, by: row.stopper ?? undefined },
    units,
    counts: { open, created, updated, unchanged, refused, stopped, removed },
  }
}

type JobRow = Selectable<Tables['job']>

function jobOf(row: JobRow): StoredJob {
  return {
    id: row.id,
    asked: row.payload as AskedJob,
    by: row.createdBy as UserId,
    endedAt: row.endedAt ?? undefined,
    tokensAt: (row.result as { tokensAt: number } | null)?.tokensAt,
  }
}
