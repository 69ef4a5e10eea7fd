import type { Place } from '@fieldwatch/contract/places/places'
import { ActionIcon } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useMapArea } from '@fieldwatch/web/shared/map/map-context.ts'
import { MapMarker } from '@fieldwatch/web/shared/map/map-marker.tsx'
import { extentHolds, type Extent, type Position } from '@fieldwatch/web/shared/map/position.ts'
import { IconPolygon } from '@fieldwatch/web/ui/icons/icons.ts'
import { AreasLayer } from '@fieldwatch/web/shared/places/areas-layer.tsx'
import { placesQuery } from '@fieldwatch/web/shared/places/place-queries.ts'
import { outlineOf } from '@fieldwatch/web/shared/places/place-outline.ts'
import classes from './places-layer.module.css'
import { t } from './texts.ts'

const NO_PLACES: readonly Place[] = []

/** The most names that are shown at once. */
const MOST_NAMES = 40

/** A switch for the places on a map, which the browser remembers for all maps, and the places. */
export function PlacesOnMap() {
  const [isShown, setShown] = useLocalStorage({ key: 'fw-places-shown', defaultValue: false })
  const { data: places = NO_PLACES } = useQuery({ ...placesQuery(useApi()), enabled: isShown })
  return (
    <>
      <ActionIcon
        className={classes['switch'] ?? ''}
        variant={isShown ? 'filled' : 'default'}
        size="lg"
        aria-label={t('places.on-map')}
        title={t('places.on-map')}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <IconPolygon size="1.1rem" aria-hidden="true" />
      </ActionIcon>
      {isShown ? <PlacesLayer places={places} /> : undefined}
    </>
  )
}

interface PlacesLayerProps {
  /** Keep the array, as with `AreasLayer`. */
  places: readonly Place[]
  /** Called when the name of a place is pressed; left out: names cannot be pressed. */
  onChoose?: ((place: Place) => void) | undefined
}

/** Places, with the names of those in sight. */
export function PlacesLayer({ places, onChoose }: PlacesLayerProps) {
  const { extent } = useMapArea()
  const tops = useMemo(() => places.map((place) => ({ place, top: topOf(place) })), [places])
  const named = tops.filter(({ top }) => isInSight(extent, top)).slice(0, MOST_NAMES)
  return (
    <>
      <AreasLayer shapes={places} />
      {named.map(({ place, top }) => (
        <MapMarker key={place.placeID} position={top} anchor="bottom">
          {onChoose === undefined ? (
            <span className={classes['name']}>{place.name}</span>
          ) : (
            <button type="button" className={classes['name']} onClick={() => onChoose(place)}>
              {place.name}
            </button>
          )}
        </MapMarker>
      ))}
    </>
  )
}

/** The northernmost corner, above which the name is. */
function topOf(place: Place): Position {
  const corners = outlineOf(place).flat(2)
  return corners.reduce((best, corner) => (corner[1] > best[1] ? corner : best), corners[0] ?? [0, 0])
}

/** The map shows the world more than once. */
function isInSight(extent: Extent, [longitude, latitude]: Position): boolean {
  return [longitude - 360, longitude, longitude + 360].some((east) => extentHolds(extent, [east, latitude]))
}
