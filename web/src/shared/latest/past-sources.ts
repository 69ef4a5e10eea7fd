import { useCallback, useMemo } from 'react'
import { useReplay, useReplaySubject, useShownMoment } from '#shared/moment/replay-context.ts'
import type { Shown } from '#shared/moment/replay.ts'
import type { SourceNeed } from './current-source.ts'
import type { ReadSource, SourceState } from './source-state.ts'

/** What sources of a unit said at the moment that the page shows; undefined while the page is live. */
export function usePastSources(dataId: string, needs: ReadonlyMap<string, SourceNeed>): ReadSource | undefined {
  const replay = useReplay()
  useReplaySubject(
    useMemo(() => [dataId], [dataId]),
    needs,
  )
  const shown = useShownMoment()
  const read = useCallback((source: string) => pastSource(shown, dataId, source), [shown, dataId])
  return replay === undefined ? undefined : read
}

export function pastSource({ snapshot, error }: Shown, dataId: string, source: string): SourceState {
  if (snapshot === undefined || !snapshot.needs.has(source))
    return { kind: error === undefined ? 'retrieving' : 'failed' }
  const several = snapshot.sources.get(source)
  if (several !== undefined) return { kind: 'records', ...several }
  const last = snapshot.units.get(dataId)?.records.find(({ subject }) => subject === source)
  return { kind: 'records', records: last === undefined ? [] : [last.record] }
}
