import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import { clearBoundOf } from '@fieldwatch/contract/places/place-conditions'
import { boundOf } from '@fieldwatch/contract/alerts/alert-conditions'
import type { rehearseAlert as rehearseEndpoint, Rehearsal } from '@fieldwatch/contract/alerts/alert-rehearsal'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createFieldUnitStore } from '#records/store/field-unit-store.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { requireMayRead } from '#records/store/source-policy.ts'
import { requireScheduled } from './alert-policy.ts'
import { createFollowedTableStore } from './followed-table-store.ts'
import { type RehearsedValue, rehearseAlert } from './rehearse-alert.ts'
import { rehearseSilence } from './rehearse-silence.ts'
import { createSilenceStore } from './silence-store.ts'
import { conditionOf } from './unit-state.ts'

type Asked = BodyOf<typeof rehearseEndpoint> & {
  /** Each once, in reach. */
  readonly dataIds: readonly DataId[]
  readonly caller: Pick<Caller, 'role'>
  readonly intervalMs: number
  readonly now: number
  readonly signal: AbortSignal
}

/**
 * What is tried out on each unit: a value, a silence or an event table.
 * @throws DomainError access/forbidden
 */
export async function prepareRehearsal(db: Db, reader: RecordReader, asked: Asked): Promise<() => Promise<Rehearsal>> {
  const { dataIds, source, event, condition, clearLimit, silentSeconds, graceSeconds, forSeconds } = asked
  const { intervalMs, now, signal } = asked
  const common = { intervalMs, now, signal }
  if (event !== null) {
    const units = await listTableValues(db, { ...asked, event })
    return () => rehearseAlert(reader, { ...common, units })
  }
  if (source === null || condition === null) {
    const silentMs = silentSeconds === null ? undefined : silentSeconds * 1_000
    const units = await createSilenceStore(db).listListened(dataIds, source)
    const silence = { ...common, units: inOrder(dataIds, units), silentMs, graceMs: graceSeconds * 1_000 }
    return () => rehearseSilence(reader, silence)
  }
  const rule = conditionOf({ bound: boundOf(condition), clearLimit: clearLimit ?? undefined, forSeconds })
  const value = { source, field: condition.field, rule, startAt: undefined, comparison: null }
  const units = await listValues(db, dataIds, value)
  return () => rehearseAlert(reader, { ...common, units })
}

type AskedTables = Pick<Asked, 'dataIds' | 'forSeconds' | 'schedule' | 'timeZone' | 'caller'> & {
  readonly event: string
}

/** Each unit has an event table of its own; those that have none are without an event. */
async function listTableValues(
  db: Db,
  { dataIds, event, forSeconds, schedule, timeZone, caller }: AskedTables,
): Promise<RehearsedValue[]> {
  const tables = await createFollowedTableStore(db).list(dataIds, event)
  requireMayRead(caller, ...tables.flatMap(({ sources }) => sources))
  requireScheduled(tables, schedule)
  const found: RehearsedValue[] = []
  for (const { dataId, bound, gapMs, source, field, startAt, comparison } of tables) {
    const clear = clearBoundOf(field, bound)
    const condition = { bound, clearLimit: clear.constant, forSeconds, gapMs, field }
    const isDeadline = schedule?.kind === 'by'
    const times = schedule === null || isDeadline ? {} : { times: { ...condition, schedule, timeZone } }
    const awaited = isDeadline ? { awaited: { schedule, timeZone } } : {}
    const value = { source, field, rule: conditionOf(condition), startAt, comparison, ...times, ...awaited }
    found.push(...(await listValues(db, [dataId], value)))
  }
  return inOrder(dataIds, found)
}

async function listValues(
  db: Db,
  dataIds: readonly DataId[],
  {
    source,
    ...value
  }: Pick<RehearsedValue, 'field' | 'rule' | 'times' | 'awaited' | 'startAt' | 'comparison'> & {
    readonly source: SourceName
  },
): Promise<RehearsedValue[]> {
  const listened = inOrder(dataIds, await createSilenceStore(db).listListened(dataIds, source))
  const measures = await createFieldUnitStore(db).list({ dataIds, source, field: value.field })
  return listened.map((unit) => ({ ...unit, ...value, unitOfMeasure: measures.get(unit.dataId) ?? null }))
}

function inOrder<T extends { readonly dataId: DataId }>(dataIds: readonly DataId[], units: readonly T[]): T[] {
  const known = new Map(units.map((unit) => [unit.dataId, unit]))
  return dataIds.flatMap((dataId) => known.get(dataId) ?? [])
}
