import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requireMayRead } from '#records/store/source-policy.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { requireKnownTable, requireKnownValue, requireScheduled } from './alert-policy.ts'
import { type AlertDefinition, createAlertStore, type WatchedUnit } from './alert-store.ts'
import { beginningOf } from './beginning.ts'
import { createFollowedTableStore } from './followed-table-store.ts'

/** A silence is judged by the clock alone. */
const SILENCE = { source: undefined, aheadUntil: undefined, last: undefined }

interface Begun {
  readonly now: number
  /** Units of which at least one must have what is watched; left out: all of them. */
  readonly judged?: readonly DataId[]
  /** Who has them watched; undefined: the portal. */
  readonly caller: Pick<Caller, 'role'> | undefined
}

/**
 * From which moment on each unit is watched.
 * @throws DomainError access/forbidden, request/invalid
 */
export async function beginWith(
  { reader }: { readonly reader: RecordReader },
  tx: Db,
  definition: Pick<AlertDefinition, 'type' | 'source' | 'event' | 'condition' | 'schedule'>,
  devices: readonly DataId[],
  { now, judged = devices, caller }: Begun,
): Promise<WatchedUnit[]> {
  const { type, source, event, condition } = definition
  if (event !== null)
    return beginWithTables(reader, tx, { event, schedule: definition.schedule }, devices, { now, judged, caller })
  const sources = source === null ? [] : await createAlertStore(tx).listSourceKeys(devices, source)
  if (judged.length > 0) requireKnownValue(definition, sources)
  if (type === 'silence' || source === null || condition === null)
    return devices.map((dataId) => ({ dataId, beginsAt: now, ...SILENCE }))
  const values = devices.map((dataId) => ({ dataId, source, field: condition.field }))
  return beginWithValues(reader, values, sources, now)
}

async function beginWithTables(
  reader: RecordReader,
  tx: Db,
  { event, schedule }: { readonly event: string; readonly schedule: AlertDefinition['schedule'] },
  devices: readonly DataId[],
  { now, judged, caller }: Required<Begun>,
): Promise<WatchedUnit[]> {
  const tables = await createFollowedTableStore(tx).listForFollowing(devices, event)
  if (judged.length > 0) {
    requireKnownTable(tables)
    requireScheduled(tables, schedule)
  }
  if (caller !== undefined) requireMayRead(caller, ...tables.flatMap(({ sources }) => sources))
  const known = new Set<string>(tables.map(({ dataId }) => dataId))
  const missing = devices.filter((dataId) => !known.has(dataId))
  const sources = []
  for (const [source, of] of Map.groupBy(tables, (table) => table.source)) {
    const dataIds = of.map(({ dataId }) => dataId)
    sources.push(...(await createAlertStore(tx).listSourceKeys(dataIds, source)))
  }
  return [
    ...(await beginWithValues(reader, tables, sources, now)),
    ...missing.map((dataId) => ({ dataId, beginsAt: now, ...SILENCE })),
  ]
}

async function beginWithValues(
  reader: RecordReader,
  values: readonly { readonly dataId: DataId; readonly source: SourceName; readonly field: string }[],
  sources: readonly { readonly dataId: DataId; readonly key: number }[],
  now: number,
): Promise<WatchedUnit[]> {
  const newest = await reader.readLatest(sources.map(({ key }) => key))
  const keys = new Map(sources.map(({ dataId, key }) => [dataId, key]))
  return values.map(({ dataId, source, field }) => {
    const key = keys.get(dataId)
    return { dataId, source, ...beginningOf(key === undefined ? undefined : newest.get(key), field, now) }
  })
}
