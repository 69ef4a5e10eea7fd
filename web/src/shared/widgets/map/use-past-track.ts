import type { DataId } from '@fieldwatch/contract/api/ids'
import type { MapWidget } from '@fieldwatch/contract/widgets/map'
import { useMemo } from 'react'
import { usePastSources } from '#shared/latest/past-sources.ts'
import type { Position } from '#shared/map/position.ts'
import { useReplay, useSnapshot } from '#shared/moment/replay-context.ts'
import { trackOfRecords, trackUntil } from '#shared/replay/tracks.ts'
import { useTracks } from '#shared/replay/use-tracks.ts'

/** So many of the last positions are the track of what was known then. */
const LAST_POSITIONS = 100

/**
 * The way to where the unit was at the moment that is replayed, undefined while the page is live: from the beginning of the range, or, as
 * known then, the last positions that had arrived.
 */
export function usePastTrack(dataId: DataId, map: MapWidget): readonly Position[] | undefined {
  const replay = useReplay()
  const snapshot = useSnapshot()
  const isThen = replay?.known === 'then'
  const needs = useMemo(
    () => new Map(isThen ? [[map.source as string, { limit: LAST_POSITIONS, fields: [] }]] : []),
    [isThen, map.source],
  )
  const read = usePastSources(dataId, needs)
  const asked = useMemo(
    () =>
      replay === undefined || isThen ? undefined : { dataIds: [dataId], range: replay.playback().range, fields: map },
    [replay, isThen, dataId, map],
  )
  const track = useTracks(asked).get(dataId)
  return useMemo(() => {
    if (replay === undefined || snapshot === undefined) return undefined
    if (!isThen) return track === undefined ? undefined : trackUntil(track, { at: snapshot.at })
    const state = read?.(map.source)
    return state?.kind === 'records' ? trackOfRecords(state.records, map) : undefined
  }, [replay, snapshot, isThen, track, read, map])
}
