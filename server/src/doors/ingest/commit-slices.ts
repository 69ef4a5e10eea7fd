import type { Bus } from '#platform/bus/bus.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { IngestStore, StoredSource } from './ingest-store.ts'
import type { KnownSources } from './known-sources.ts'
import { groupBySource } from './group-by-source.ts'
import { countStretch, type SourceGroup } from './record-group.ts'
import { recordsEvent } from './records-event.ts'
import type { Outcome, Slice } from './slice.ts'
import { newestPosition, type UnitActivity } from './unit-activity.ts'

interface Dependencies {
  store: Pick<IngestStore, 'commit'>
  sources: KnownSources
  activity: UnitActivity
  bus: Bus
  clock: Clock
  metrics: Metrics
}

/** Makes the function that commits slices together with what their units did, and updates metrics and bus. */
export function createSliceCommit({ store, sources, activity, bus, clock, metrics }: Dependencies) {
  return commit

  async function commit(slices: readonly Slice[]): Promise<Outcome[]> {
    if (slices.length > 1 && slices.some(hasLate)) return commitOneByOne(slices)
    const groups = groupBySource(
      slices.flatMap(({ placed }) => placed),
      slices.flatMap(({ stretches }) => stretches),
    )
    const now = clock()
    notePositions(groups)
    const units = activity.due(now)
    const rejections = slices.flatMap((slice) => slice.rejections)
    const started = performance.now()
    const result = await store.commit({ now, groups, units, rejections })
    if (result.kind === 'gone') return commitThoseThere(slices, groups)
    if (result.kind === 'occupied') return slices.length === 1 ? ['occupied'] : commitOneByOne(slices)
    metrics.commitDuration.observe((performance.now() - started) / 1000)
    metrics.commitSize.observe(groups.reduce((sum, group) => sum + countRecords(group), 0))
    activity.written(units, now)
    notify(groups, result.stored)
    for (const { dataId } of units) bus.publish('unit-changed', { dataId })
    return slices.map(() => 'stored')
  }

  /** A source or its unit is gone: looks everything up again, and commits each slice by itself. */
  async function commitThoseThere(slices: readonly Slice[], groups: readonly SourceGroup[]): Promise<Outcome[]> {
    const remembered = groups.some(({ source }) => source.key !== undefined)
    for (const { source } of groups) sources.forget(source)
    return slices.length === 1 && !remembered ? ['gone'] : commitOneByOne(slices)
  }

  async function commitOneByOne(slices: readonly Slice[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const slice of slices) outcomes.push(...(await commit([slice])))
    return outcomes
  }

  function notePositions(groups: readonly SourceGroup[]): void {
    for (const { source, records } of groups) {
      if (source.name !== 'location') continue
      const now = clock()
      const position = newestPosition(records, now)
      if (position !== undefined) {
        activity.note({ dataId: source.dataId, activeAt: now, source: source.name, position, door: undefined })
      }
    }
  }

  function notify(groups: readonly SourceGroup[], stored: readonly StoredSource[]): void {
    for (const [index, group] of groups.entries()) {
      const known = stored[index]
      if (known === undefined) continue
      sources.learn(group.source, known)
      group.source.newestAt = newestOf(group)
      const chunks = group.stretches.reduce((sum, stretch) => sum + stretch.chunks.length, 0)
      if (chunks > 0) metrics.chunksWritten.inc({ by: 'ingest' }, chunks)
      bus.publish('records', recordsEvent(group, known))
    }
  }
}

/** In one commit with others of its source it would be open which of two records with the same time came last. */
function hasLate({ stretches }: Slice): boolean {
  return stretches.some(({ late }) => late.length > 0)
}

function countRecords({ records, stretches }: SourceGroup): number {
  return stretches.reduce((sum, stretch) => sum + countStretch(stretch), records.length)
}

function newestOf({ source, records, stretches }: SourceGroup): number {
  // Late records are never the newest: they lie within a chunk.
  const ends = stretches.flatMap(({ chunks }) => chunks.map(({ endAt }) => endAt))
  // Times that stand in for missing ones may have moved behind the others.
  const newest = records.reduce((most, { at }) => Math.max(most, at), 0)
  return Math.max(source.newestAt, newest, ...ends)
}
