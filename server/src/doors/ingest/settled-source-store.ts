import { CHILD_ATTRIBUTES_SUFFIX } from '@fieldwatch/contract/units/gateway-children'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type pg from 'pg'
import type { StoredFieldTypes } from '#platform/database/tables.ts'
import { mergeTypes } from './field-types.ts'
import type { SourceGroup } from './ingest-batch.ts'
import type { SettledSource, SourceArrival } from './row-store.ts'

type Connection = Pick<pg.ClientBase, 'query'>

/** Creates those sources that the database may not have yet. */
export async function createSources(connection: Connection, groups: readonly SourceGroup[]): Promise<void> {
  const unknown = groups.filter(({ source }) => source.key === undefined)
  if (unknown.length === 0) return
  await connection.query(
    `insert into source (data_id, name, last_received_at, raw_days, summary_days)
     select given.data_id, given.name, to_timestamp(0), unit.raw_days, unit.summary_days
     from unnest($1::text[], $2::text[]) given (data_id, name) join unit using (data_id)
     where unit.deleted_at is null
     order by given.data_id, given.name
     on conflict (data_id, name) do nothing`,
    namesOf(unknown),
  )
}

/** The keys of those of the sources that exist. Nothing is locked. */
export async function listKeys(connection: Connection, groups: readonly SourceGroup[]): Promise<number[]> {
  const known = groups.flatMap(({ source }) => source.key ?? [])
  const unknown = groups.filter(({ source }) => source.key === undefined)
  if (unknown.length === 0) return known
  const { rows } = await connection.query<{ source_key: number }>(
    `select source_key from source join unnest($1::text[], $2::text[]) given (data_id, name) using (data_id, name)`,
    namesOf(unknown),
  )
  return [...known, ...rows.map((row) => row.source_key)]
}

/** Finds keys and, where types widen, the current types in the database: another server may have widened them too. */
export async function settleSources(
  connection: Connection,
  groups: readonly SourceGroup[],
): Promise<(SettledSource | undefined)[]> {
  const unsettled = groups.filter(({ source, widened }) => source.key === undefined || widened !== undefined)
  const rows = unsettled.length === 0 ? new Map<string, SourceRow>() : await lockSources(connection, unsettled)
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
  field_types: StoredFieldTypes
}

/** Sources of a gateway's child that is a unit of its own count as missing: another server may not know yet that they moved. */
async function lockSources(
  connection: Connection,
  groups: readonly SourceGroup[],
): Promise<ReadonlyMap<string, SourceRow>> {
  const { rows } = await connection.query<SourceRow>(
    `select source_key, data_id, name, field_types from source
     join unnest($1::text[], $2::text[]) given (data_id, name) using (data_id, name)
     where not exists (
       select from gateway_child child join unit on unit.data_id = child.unit and unit.deleted_at is null
       where child.gateway = source.data_id and source.name in (child.source, child.source || '${CHILD_ATTRIBUTES_SUFFIX}')
     )
     order by source_key for no key update of source`,
    namesOf(groups),
  )
  return new Map(rows.map((row) => [`${row.data_id}/${row.name}`, row]))
}

interface StoredRow extends SourceRow {
  last_received: number
  previous_received: number
  stand_in_until: number
}

/** What is known of sources that were written to; undefined for those that are gone. */
export async function listStored(
  connection: Connection,
  groups: readonly SourceGroup[],
): Promise<((Pick<SettledSource, 'key' | 'types'> & SourceArrival) | undefined)[]> {
  const { rows } = await connection.query<StoredRow>(
    `select source_key, data_id, name, field_types, stand_in_until,
       (extract(epoch from last_received_at) * 1000)::bigint as last_received,
       (extract(epoch from previous_received_at) * 1000)::bigint as previous_received
     from source join unnest($1::text[], $2::text[]) given (data_id, name) using (data_id, name)`,
    namesOf(groups),
  )
  const byName = new Map(rows.map((row) => [`${row.data_id}/${row.name}`, row]))
  return groups.map(({ source }) => {
    const row = byName.get(source.id)
    return (
      row && {
        key: row.source_key,
        types: new Map(Object.entries(row.field_types)),
        receivedAt: row.last_received,
        previousReceivedAt: row.previous_received,
        standInUntil: row.stand_in_until,
        isRepeated: true,
      }
    )
  })
}

function namesOf(groups: readonly SourceGroup[]): [DataId[], SourceName[]] {
  return [groups.map(({ source }) => source.dataId), groups.map(({ source }) => source.name)]
}
