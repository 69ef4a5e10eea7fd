import type { GeoJSONSource, Map } from 'maplibre-gl'
import type { Areas, ColouredArea } from './map-surface.ts'

const BORDER_WIDTH = 2
const FILL_OPACITY = 0.15
/** Pixels by which a drawn border may be off. */
const TOLERANCE = 0.05

/** Areas with a border, on the ground. */
export function addAreas(map: Map, id: string): Areas {
  map.addSource(id, { type: 'geojson', data: collectionOf([]), tolerance: TOLERANCE })
  map.addLayer({
    id,
    type: 'fill',
    source: id,
    paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': FILL_OPACITY },
  })
  map.addLayer({
    id: `${id}-border`,
    type: 'line',
    source: id,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': ['get', 'colour'], 'line-width': BORDER_WIDTH },
  })
  return {
    draw: (areas) => void map.getSource<GeoJSONSource>(id)?.setData(collectionOf(areas)),
    remove: () => {
      // A removed map has no layers left.
      if (map.getLayer(id) === undefined) return
      map.removeLayer(`${id}-border`)
      map.removeLayer(id)
      map.removeSource(id)
    },
  }
}

function collectionOf(areas: readonly ColouredArea[]) {
  return {
    type: 'FeatureCollection' as const,
    features: areas.map(({ colour, polygons }) => ({
      type: 'Feature' as const,
      properties: { colour },
      geometry: {
        type: 'MultiPolygon' as const,
        coordinates: polygons.map((rings) => rings.map((ring) => ring.map((position) => [...position]))),
      },
    })),
  }
}
