import type { DataId } from '@fieldwatch/contract/api/ids'
import type { MapWidget } from '@fieldwatch/contract/widgets/map'
import { useMemo } from 'react'
import type { Position } from '#shared/map/position.ts'
import { useReplay, useSnapshot } from '#shared/moment/replay-context.ts'
import { trackUntil } from '#shared/replay/tracks.ts'
import { useTracks } from '#shared/replay/use-tracks.ts'

/** The way from the beginning of the range to where the unit was at the moment that is replayed; undefined while the page is live. */
export function usePastTrack(dataId: DataId, map: MapWidget): readonly Position[] | undefined {
  const replay = useReplay()
  const snapshot = useSnapshot()
  const asked = useMemo(() => {
    if (replay === undefined) return undefined
    return { dataIds: [dataId], range: replay.playback().range, fields: map, known: replay.known }
  }, [replay, dataId, map])
  const track = useTracks(asked).get(dataId)
  return useMemo(
    () => (snapshot === undefined || track === undefined ? undefined : trackUntil(track, { at: snapshot.at })),
    [track, snapshot],
  )
}
