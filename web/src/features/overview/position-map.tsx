import { IconMapPinFilled } from '#ui/icons/icons.ts'
import { FitPositions } from '#shared/map/fit-positions.tsx'
import { MapMarker } from '#shared/map/map-marker.tsx'
import { MapView } from '#shared/map/map-view.tsx'
import type { Position } from '#shared/map/position.ts'
import { FollowPosition } from './follow-position.tsx'
import classes from './position-widget.module.css'

interface PositionMapProps {
  position: Position
  label: string
}

/** A map that starts close to a position and stays with it until the user moves the map. */
export function PositionMap({ position, label }: PositionMapProps) {
  return (
    <MapView label={label}>
      <FitPositions positions={[position]} occasion="open" />
      <FollowPosition position={position} />
      <MapMarker position={position} anchor="bottom">
        <IconMapPinFilled className={classes['pin']} aria-label={label} />
      </MapMarker>
    </MapView>
  )
}
