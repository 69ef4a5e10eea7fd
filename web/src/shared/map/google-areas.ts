import type { GoogleMap, GoogleMaps } from './google-maps.ts'
import type { Areas } from './map-surface.ts'

const BORDER_WIDTH = 2
const FILL_OPACITY = 0.15

/** Areas with a border, by Google Maps. */
export function createAreas(maps: GoogleMaps, map: GoogleMap): Areas {
  let drawn: { setMap: (map: GoogleMap | null) => void }[] = []
  const clear = (): void => {
    for (const polygon of drawn) polygon.setMap(null)
    drawn = []
  }
  return {
    draw: (areas) => {
      clear()
      drawn = areas.flatMap(({ colour, polygons }) =>
        polygons.map(
          (rings) =>
            new maps.Polygon({
              map,
              paths: rings.map((ring) => ring.map(([lng, lat]) => ({ lat, lng }))),
              strokeColor: colour,
              strokeWeight: BORDER_WIDTH,
              fillColor: colour,
              fillOpacity: FILL_OPACITY,
              clickable: false,
            }),
        ),
      )
    },
    remove: clear,
  }
}
