import type { DataId } from '@fieldwatch/contract/api/ids'
import { IconMapPinFilled } from '#ui/icons/icons.ts'
import { FitPositions } from '#shared/map/fit-positions.tsx'
import { MapMarker } from '#shared/map/map-marker.tsx'
import { MapView } from '#shared/map/map-view.tsx'
import type { Position } from '#shared/map/position.ts'
import { Slot } from '#platform/extensions/slot.tsx'
import classes from './position-widget.module.css'
import { TrackLayer } from '#shared/map/track-layer.tsx'
import { useEffect, useMemo, useRef } from 'react'
import { useMap } from '#shared/map/map-context.ts'

interface PositionMapProps {
  position: Position
  /** The way to it, as far as it is known. Keep the object as long as nothing changes. */
  track?: readonly Position[] | undefined
  label: string
  /** It offers what extensions show of this unit. */
  layersOf: DataId | undefined
}

/** A map that starts close to a position and stays with it until the user moves the map. */
export function PositionMap({ position, track, label, layersOf }: PositionMapProps) {
  const lines = useMemo(() => (track === undefined ? undefined : [track]), [track])
  return (
    <MapView label={label}>
      <FitPositions positions={[position]} occasion="open" />
      <FollowPosition position={position} />
      {layersOf === undefined ? undefined : <Slot name="map.layer" of={{ dataId: layersOf }} />}
      {lines === undefined ? undefined : <TrackLayer lines={lines} />}
      <MapMarker position={position} anchor="bottom">
        <IconMapPinFilled className={classes['pin']} aria-label={label} />
      </MapMarker>
    </MapView>
  )
}

/** Keeps the map centred on a moving position until the user zooms or drags. */
export function FollowPosition({ position: [longitude, latitude] }: { position: Position }) {
  const map = useMap()
  const following = useRef(true)

  useEffect(
    () =>
      map.onPersonMove(() => {
        following.current = false
      }),
    [map],
  )

  useEffect(() => {
    if (following.current) map.panTo([longitude, latitude])
  }, [map, longitude, latitude])

  return undefined
}
