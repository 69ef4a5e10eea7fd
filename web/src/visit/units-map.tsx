import { FitPositions } from '#shared/map/fit-positions.tsx'
import { MapMarker } from '#shared/map/map-marker.tsx'
import { MapView } from '#shared/map/map-view.tsx'
import type { Position } from '#shared/map/position.ts'
import { IconMapPinFilled } from '#ui/icons/icons.ts'
import classes from './units-map.module.css'

interface UnitsMapProps {
  units: readonly { unit: string; name: string; position: Position; isOld: boolean }[]
  label: string
  /** It is read from across the room. */
  isOnWall?: boolean
}

/** A map of units with their names. It is fitted again when a unit leaves what was fitted. */
export function UnitsMap({ units, label, isOnWall = false }: UnitsMapProps) {
  const positions = units.map(({ position }) => position)
  return (
    <MapView label={label}>
      <FitPositions positions={positions} occasion={occasionOf(positions)} />
      {units.map(({ unit, name, position, isOld }) => (
        <MapMarker key={unit} position={position} anchor="bottom">
          <span className={classes['marker']} data-old={isOld} data-wall={isOnWall}>
            <span className={classes['label']}>{name}</span>
            <IconMapPinFilled aria-hidden="true" />
          </span>
        </MapMarker>
      ))}
    </MapView>
  )
}

/** Tenths of a degree of the corners: a unit that moves within them does not move the map. */
function occasionOf(positions: readonly Position[]): string {
  const longitudes = positions.map(([longitude]) => longitude)
  const latitudes = positions.map(([, latitude]) => latitude)
  const corners = [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)]
  return corners.map((degrees) => Math.round(degrees * 10)).join(' ')
}
