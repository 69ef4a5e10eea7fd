import type { DataId } from '@fieldwatch/contract/api/ids'
import type pg from 'pg'
import { type Refusal, storable } from './decode-message.ts'
import type { FieldTypeMap } from './field-types.ts'
import { type Channel, moveStandIns, type SourceGroup } from './ingest-batch.ts'
import { type Arrivals, type SettledSource, type SourceArrival, writeNewRows, writeRows } from './row-store.ts'
import { createSources, listKeys, listStored, settleSources } from './settled-source-store.ts'
import { lockStandIns } from './stand-in-store.ts'
import { lockChunks, type NewStretches, writeStretches } from './stretch-store.ts'
import type { UnitUpdate } from './unit-activity.ts'

export interface Rejection extends Refusal {
  readonly dataId: DataId
  readonly channel: Channel
  readonly topic: string | undefined
}

/** What one commit writes. */
export interface Commit {
  /** Tells `findStored` which commit it was. Given where committing twice would store something twice. */
  readonly id?: string | undefined
  /** Epoch milliseconds. */
  readonly now: number
  readonly groups: readonly SourceGroup[]
  readonly units: readonly UnitUpdate[]
  readonly rejections: readonly Rejection[]
  /** Writes something else in the same transaction, once the records are written; what it throws ends the commit. */
  readonly also?: (client: pg.PoolClient, stored: readonly StoredSource[]) => Promise<void>
}

/** What the database says about a source after a commit. */
export interface StoredSource extends SourceArrival {
  readonly key: number
  readonly types: FieldTypeMap
}

/**
 * `stored` has an entry for each group, undefined when the source or its unit does not exist (any more). `occupied`: records were
 * written where a chunk would be. In both cases nothing of the commit is stored.
 */
type CommitResult =
  | { readonly kind: 'stored'; readonly stored: readonly StoredSource[] }
  | { readonly kind: 'gone' }
  | { readonly kind: 'occupied' }

/** The rejected messages that are kept of a unit. */
const KEPT_REJECTIONS = 1000

export type IngestStore = ReturnType<typeof createIngestStore>

/** Writes telemetry, one transaction a commit. */
export function createIngestStore(pool: pg.Pool) {
  return {
    /** Stores everything or nothing. */
    commit: async (commit: Commit): Promise<CommitResult> => {
      const known = isPlain(commit) ? knownSources(commit.groups) : undefined
      // A single statement is its own transaction, and one round trip instead of four.
      return known === undefined
        ? commitStepwise(pool, commit)
        : storedIn(await commitAtOnce(pool, commit, known), known)
    },

    /**
     * What the database says about the sources of a commit whose answer got lost, if it was stored; otherwise it can no longer happen. Waits for
     * one that is under way.
     */
    findStored: async ({
      id,
      now,
      groups,
    }: Required<Pick<Commit, 'id' | 'now' | 'groups'>>): Promise<(StoredSource | undefined)[] | undefined> => {
      const { rows } = await pool.query<{ is_stored: boolean }>(
        `insert into ingest_commit (id, at, is_stored) values ($1, $2, false)
         on conflict (id) do update set id = excluded.id returning is_stored`,
        [id, new Date(now)],
      )
      return rows[0]?.is_stored === true ? listStored(pool, groups) : undefined
    },

    /** The names of the sources of a unit. */
    listSources: async (dataId: DataId): Promise<string[]> => {
      const { rows } = await pool.query<{ name: string }>('select name from source where data_id = $1', [dataId])
      return rows.map(({ name }) => name)
    },
  }
}

async function commitAtOnce(pool: pg.Pool, commit: Commit, known: readonly SettledSource[]) {
  const received = commit.groups.every(isNewest) ? await writeNewRows(pool, commit, known) : 'there'
  return received === 'there' ? writeRows(pool, commit, known) : received
}

/** Whether all records are later than those that this server stored of the source; other servers may have stored later ones. */
function isNewest({ source, records }: SourceGroup): boolean {
  return source.newestAt > 0 && (records[0]?.at ?? Infinity) > source.newestAt
}

/** Whether the commit consists of rows only. */
function isPlain({ groups, rejections, also }: Commit): boolean {
  return (
    also === undefined &&
    rejections.length === 0 &&
    groups.every((group) => group.stretches.length === 0 && !isMixed(group))
  )
}

/** Undefined when the database has to be asked for some of the sources. */
function knownSources(groups: readonly SourceGroup[]): SettledSource[] | undefined {
  const known: SettledSource[] = []
  for (const { source, widened } of groups) {
    if (source.key === undefined || widened !== undefined) return undefined
    known.push({ key: source.key, types: source.types, typesChanged: false })
  }
  return known
}

async function commitStepwise(pool: pg.Pool, commit: Commit): Promise<CommitResult> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    const result = await writeStepwise(client, commit)
    await client.query(result.kind === 'stored' ? 'commit' : 'rollback')
    return result
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // Discards a connection after a failure, as it may still be in a transaction.
    client.release(failure)
  }
}

async function writeStepwise(client: pg.PoolClient, commit: Commit): Promise<CommitResult> {
  await createSources(client, commit.groups)
  // Chunks before their sources, and these before late records, as retention locks them.
  const withChunks = commit.groups.filter(({ stretches }) => stretches.some(({ chunks }) => chunks.length > 0))
  await lockChunks(client, await listKeys(client, withChunks))
  const known = await settleSources(client, commit.groups)
  const complete = known.filter((source) => source !== undefined)
  if (complete.length < known.length) return { kind: 'gone' }
  await makeRoom(client, commit.groups, complete)
  const received = await writeRows(client, commit, complete)
  if (received === 'gone') return { kind: 'gone' }
  if (!(await writeStretches(client, stretchesOf(commit.groups, complete), received))) return { kind: 'occupied' }
  if (commit.rejections.length > 0) await writeRejections(client, commit)
  const result = storedIn(received, complete)
  if (result.kind === 'stored') await commit.also?.(client, result.stored)
  return result
}

function storedIn(received: Arrivals | 'gone', sources: readonly SettledSource[]): CommitResult {
  if (received === 'gone') return { kind: 'gone' }
  return {
    kind: 'stored',
    stored: sources.map(({ key, types }) => {
      const { receivedAt, previousReceivedAt, standInUntil, isRepeated } = received.get(key) ?? NEVER
      return { key, types, receivedAt, previousReceivedAt, standInUntil, isRepeated }
    }),
  }
}

const NEVER: SourceArrival = { receivedAt: 0, previousReceivedAt: 0, standInUntil: 0, isRepeated: false }

/** Whether some records have their own time and others a stand-in time. */
function isMixed({ records }: SourceGroup): boolean {
  const standIns = records.filter(({ isStandIn }) => isStandIn === true).length
  return standIns > 0 && standIns < records.length
}

/** Moves the stand-in times of mixed groups first, so that none meets the time of another record of the commit. */
async function makeRoom(
  client: pg.PoolClient,
  groups: readonly SourceGroup[],
  sources: readonly SettledSource[],
): Promise<void> {
  const mixed = groups.flatMap((group, index) => (isMixed(group) ? [{ group, key: sources[index]?.key ?? 0 }] : []))
  if (mixed.length === 0) return
  const keys = mixed.map(({ key }) => key)
  const ends = await lockStandIns(client, keys)
  for (const { group, key } of mixed) moveStandIns(group, Math.max(ends.get(key) ?? 0, firstStandIn(group) - 1))
}

function firstStandIn({ records }: SourceGroup): number {
  return records.find(({ isStandIn }) => isStandIn === true)?.at ?? 0
}

function stretchesOf(groups: readonly SourceGroup[], sources: readonly SettledSource[]): NewStretches[] {
  return groups
    .map(({ stretches }, index) => ({
      sourceKey: sources[index]?.key ?? 0,
      chunks: stretches.flatMap(({ chunks }) => chunks),
      late: stretches.flatMap(({ late }) => late),
    }))
    .filter(({ chunks, late }) => chunks.length + late.length > 0)
}

async function writeRejections(client: pg.PoolClient, { now, rejections }: Commit): Promise<void> {
  const dataIds = rejections.map(({ dataId }) => dataId)
  await client.query(
    `insert into rejected_message (data_id, received_at, source, topic, channel, code, message, payload)
     select data_id, $2, nullif(source, ''), topic, channel, code, message, payload
     from unnest($1::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
       given (data_id, source, channel, code, message, payload, topic)`,
    [
      dataIds,
      new Date(now),
      rejections.map(({ source }) => source),
      rejections.map(({ channel }) => channel),
      rejections.map(({ code }) => code),
      rejections.map(({ message }) => message),
      rejections.map(({ payload }) => payload),
      rejections.map(({ topic }) => (topic === undefined ? null : storable(topic))),
    ],
  )
  await client.query(
    `delete from rejected_message old
     using (select distinct unnest($1::text[]) as data_id) given,
     lateral (
       select id from rejected_message kept where kept.data_id = given.data_id order by id desc offset $2 limit 1
     ) first_too_many
     where old.data_id = given.data_id and old.id <= first_too_many.id`,
    [dataIds, KEPT_REJECTIONS],
  )
}
