import type { DataId } from '@fieldwatch/contract/api/ids'
import { useMemo, useState } from 'react'
import { type PickedRange, spanOfPicked } from '#shared/time-range/picked-range.ts'
import { IconFlagFilled, IconMapPinFilled } from '#ui/icons/icons.ts'
import { FitPositions } from '#shared/map/fit-positions.tsx'
import { MapMarker } from '#shared/map/map-marker.tsx'
import { MapView } from '#shared/map/map-view.tsx'
import type { Position } from '#shared/map/position.ts'
import { Slot } from '#platform/extensions/slot.tsx'
import { TrackLayer } from '#shared/map/track-layer.tsx'
import { portalNow } from '#platform/time/portal-clock.ts'
import classes from './position-widget.module.css'
import { t } from '../texts.ts'

interface TrackMapProps {
  dataId: DataId
  /** The range of the track. */
  range: PickedRange
  /** At least one position. */
  track: readonly Position[]
  label: string
  /** The whole track comes into view when this changes. */
  occasion: string
}

/** A map with the way of a unit, its start and its end. */
export function TrackMap({ dataId, range, track, label, occasion }: TrackMapProps) {
  const start = track[0]
  const end = track.at(-1)
  const lines = useMemo(() => [track], [track])
  // That of the moment at which the track was read.
  const [span] = useState(() => spanOfPicked(range, portalNow()))
  return (
    <MapView label={label}>
      <FitPositions positions={track} occasion={occasion} />
      <Slot name="map.layer" of={{ dataId, range: span }} />
      <TrackLayer lines={lines} />
      {start !== undefined && track.length > 1 && (
        <MapMarker position={start} anchor="bottom">
          <IconFlagFilled className={classes['pin']} aria-label={t('widgets.track.start')} />
        </MapMarker>
      )}
      {end !== undefined && (
        <MapMarker position={end} anchor="bottom">
          <IconMapPinFilled className={classes['pin']} aria-label={t('widgets.track.end')} />
        </MapMarker>
      )}
    </MapView>
  )
}
