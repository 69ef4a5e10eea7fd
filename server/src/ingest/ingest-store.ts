import type { FieldType } from '@fieldwatch/contract/data'
import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import type pg from 'pg'
import type { Refusal } from './decode-message.ts'
import { type FieldTypeMap, mergeTypes } from './field-types.ts'
import type { Channel } from './ingest-batch.ts'
import type { SourceGroup } from './record-group.ts'
import { lockChunks, type NewChunks, writeStretches } from './stretch-store.ts'
import type { UnitUpdate } from './unit-activity.ts'

export interface Rejection extends Refusal {
  readonly dataId: DataId
  readonly channel: Channel
}

/** What one commit writes. */
export interface Commit {
  /** Epoch milliseconds. */
  readonly now: number
  readonly groups: readonly SourceGroup[]
  readonly units: readonly UnitUpdate[]
  readonly rejections: readonly Rejection[]
}

/** What the database says about a source after a commit. */
export interface StoredSource {
  readonly key: number
  readonly types: FieldTypeMap
  /** Epoch milliseconds; later than in any commit before. */
  readonly receivedAt: number
}

/**
 * `stored` has an entry for each group, undefined for a source whose unit, or which itself, is not there (any more). `occupied`: where a
 * chunk would be, there are records by now. In both cases nothing of the commit is stored.
 */
export type CommitResult =
  | { readonly kind: 'stored'; readonly stored: readonly StoredSource[] }
  | { readonly kind: 'gone' }
  | { readonly kind: 'occupied' }

export type IngestStore = ReturnType<typeof createIngestStore>

/** The rejected messages that are kept of a unit. */
const KEPT_REJECTIONS = 1000

/** Writes telemetry, each commit in one transaction. */
export function createIngestStore(pool: pg.Pool) {
  return {
    /** Stores everything or nothing. */
    commit: async (commit: Commit): Promise<CommitResult> => {
      const client = await pool.connect()
      let failure: Error | undefined
      try {
        await client.query('begin')
        const result = await write(client, commit)
        await client.query(result.kind === 'stored' ? 'commit' : 'rollback')
        return result
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error))
        throw error
      } finally {
        // A connection on which something failed may still be in its transaction: it is thrown away.
        client.release(failure)
      }
    },
  }
}

async function write(client: pg.PoolClient, commit: Commit): Promise<CommitResult> {
  const known = await settleSources(client, commit.groups)
  const complete = known.filter((source) => source !== undefined)
  if (complete.length < known.length) return { kind: 'gone' }
  const stretches = stretchesOf(commit.groups, complete)
  await lockChunks(client, stretches)
  const received = await writeRecords(client, commit, complete)
  if (received.size < complete.length) return { kind: 'gone' }
  if (!(await writeStretches(client, stretches, received))) return { kind: 'occupied' }
  if (commit.units.length > 0) await writeUnits(client, commit.units)
  if (commit.rejections.length > 0) await writeRejections(client, commit)
  return {
    kind: 'stored',
    stored: complete.map(({ key, types }) => ({ key, types, receivedAt: received.get(key) ?? 0 })),
  }
}

function stretchesOf(groups: readonly SourceGroup[], sources: readonly SettledSource[]): NewChunks[] {
  return groups
    .map(({ stretches }, index) => ({
      sourceKey: sources[index]?.key ?? 0,
      chunks: stretches.flatMap(({ chunks }) => chunks),
    }))
    .filter(({ chunks }) => chunks.length > 0)
}

interface SettledSource {
  readonly key: number
  readonly types: FieldTypeMap
  /** Whether the types are not in the database yet. */
  readonly typesChanged: boolean
}

/** Finds keys and, where types widen, the types that the database has by now: another server may have widened them too. */
async function settleSources(
  client: pg.PoolClient,
  groups: readonly SourceGroup[],
): Promise<(SettledSource | undefined)[]> {
  const unsettled = groups.filter(({ source, widened }) => source.key === undefined || widened !== undefined)
  const rows = unsettled.length === 0 ? new Map<string, SourceRow>() : await makeSources(client, unsettled)
  return groups.map(({ source, widened }) => {
    if (source.key !== undefined && widened === undefined) {
      return { key: source.key, types: source.types, typesChanged: false }
    }
    const row = rows.get(`${source.dataId}/${source.name}`)
    if (row === undefined) return undefined
    const before = new Map(Object.entries(row.field_types))
    const types = mergeTypes(before, widened ?? source.types)
    const typesChanged = types.size > before.size || [...types].some(([name, type]) => before.get(name) !== type)
    return { key: row.source_key, types, typesChanged }
  })
}

interface SourceRow {
  source_key: number
  data_id: DataId
  name: SourceName
  field_types: Record<string, FieldType>
}

async function makeSources(client: pg.PoolClient, groups: readonly SourceGroup[]): Promise<Map<string, SourceRow>> {
  const names = [groups.map(({ source }) => source.dataId), groups.map(({ source }) => source.name)]
  if (groups.some(({ source }) => source.key === undefined)) {
    await client.query(
      `insert into source (data_id, name, last_received_at)
       select given.data_id, given.name, to_timestamp(0)
       from unnest($1::text[], $2::text[]) given (data_id, name) join unit using (data_id)
       order by given.data_id, given.name
       on conflict (data_id, name) do nothing`,
      names,
    )
  }
  const { rows } = await client.query<SourceRow>(
    `select source_key, data_id, name, field_types from source
     join unnest($1::text[], $2::text[]) given (data_id, name) using (data_id, name)
     order by source_key for no key update of source`,
    names,
  )
  return new Map(rows.map((row) => [`${row.data_id}/${row.name}`, row]))
}

const WRITE_RECORDS = `
  with locked as (
    select source_key from source where source_key = any ($1::bigint[]) order by source_key for no key update
  ), touched as (
    update source
    set last_received_at = greatest($3::timestamptz, source.last_received_at + interval '1 millisecond'),
        field_types = coalesce(nullif(given.field_types, '')::jsonb, source.field_types)
    from locked join unnest($1::bigint[], string_to_array($2, E'\\n')) given (source_key, field_types) using (source_key)
    where source.source_key = locked.source_key
    returning source.source_key, source.last_received_at
  ), stored as (
    insert into record (source_key, at, received_at, fields)
    select given.source_key, to_timestamp(given.at / 1000), touched.last_received_at, given.fields::jsonb
    from unnest($4::bigint[], $5::float8[], string_to_array($6, E'\\n')) given (source_key, at, fields)
    join touched using (source_key)
    on conflict (source_key, at) do update set received_at = excluded.received_at, fields = excluded.fields
  )
  select source_key, (extract(epoch from last_received_at) * 1000)::bigint as received_at from touched`

/** Returns the time of arrival by key of source. JSON has no line breaks, so that many texts travel as one. */
async function writeRecords(
  client: pg.PoolClient,
  { now, groups }: Commit,
  sources: readonly SettledSource[],
): Promise<Map<number, number>> {
  if (groups.length === 0) return new Map()
  const keys: number[] = []
  const times: number[] = []
  const fields: string[] = []
  for (const [index, { records }] of groups.entries()) {
    const key = sources[index]?.key ?? 0
    for (const record of records) {
      keys.push(key)
      times.push(record.at)
      fields.push(record.json)
    }
  }
  const { rows } = await client.query<{ source_key: number; received_at: number }>({
    name: 'write-records',
    text: WRITE_RECORDS,
    values: [
      `{${sources.map(({ key }) => key).join(',')}}`,
      sources.map(({ types, typesChanged }) => (typesChanged ? jsonOfTypes(types) : '')).join('\n'),
      new Date(now),
      `{${keys.join(',')}}`,
      `{${times.join(',')}}`,
      fields.join('\n'),
    ],
  })
  return new Map(rows.map((row) => [row.source_key, row.received_at]))
}

function jsonOfTypes(types: FieldTypeMap): string {
  const pairs = [...types].map(([name, type]) => `${JSON.stringify(name)}:${JSON.stringify(type)}`)
  return `{${pairs.join(',')}}`
}

async function writeUnits(client: pg.PoolClient, units: readonly UnitUpdate[]): Promise<void> {
  await client.query(
    `update unit
     set last_activity_at = greatest(unit.last_activity_at, given.active_at),
         last_message = given.source,
         current_lat = case when newer then given.lat else current_lat end,
         current_lon = case when newer then given.lon else current_lon end,
         located_at = case when newer then given.located_at else unit.located_at end
     from (
       select given.*, given.located_at >= coalesce(unit.located_at, '-infinity') as newer
       from unnest($1::text[], $2::timestamptz[], $3::text[], $4::timestamptz[], $5::float8[], $6::float8[])
         given (data_id, active_at, source, located_at, lat, lon)
       join unit using (data_id)
       order by given.data_id
     ) given
     where unit.data_id = given.data_id`,
    [
      units.map(({ dataId }) => dataId),
      units.map(({ activeAt }) => new Date(activeAt)),
      units.map(({ source }) => source),
      units.map(({ position }) => (position === undefined ? null : new Date(position.at))),
      units.map(({ position }) => position?.lat ?? null),
      units.map(({ position }) => position?.lon ?? null),
    ],
  )
}

async function writeRejections(client: pg.PoolClient, { now, rejections }: Commit): Promise<void> {
  const dataIds = rejections.map(({ dataId }) => dataId)
  await client.query(
    `insert into rejected_message (data_id, received_at, source, channel, code, message, payload)
     select data_id, $2, nullif(source, ''), channel, code, message, payload
     from unnest($1::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
       given (data_id, source, channel, code, message, payload)`,
    [
      dataIds,
      new Date(now),
      rejections.map(({ source }) => source),
      rejections.map(({ channel }) => channel),
      rejections.map(({ code }) => code),
      rejections.map(({ message }) => message),
      rejections.map(({ payload }) => payload),
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
