import type { Feature, FeatureCollection, Geometry, Point, Position } from 'geojson'

interface CountryLabel {
  name: string
  /** In square degrees. */
  size: number
}

/** One point a country to write its name at: the middle of its largest piece of land, and how large that is. */
export function countryLabels(
  countries: FeatureCollection<Geometry, { name: string }>,
): FeatureCollection<Point, CountryLabel> {
  const features: Feature<Point, CountryLabel>[] = []
  for (const { geometry, properties } of countries.features) {
    const largest = largestRing(geometry)
    if (largest === undefined) continue
    const size = Math.round(Math.abs(moments(largest).area) * 100) / 100
    features.push({
      type: 'Feature',
      properties: { ...properties, size },
      geometry: { type: 'Point', coordinates: centroidOf(largest) },
    })
  }
  return { type: 'FeatureCollection', features }
}

function largestRing(geometry: Geometry): Position[] | undefined {
  const rings =
    geometry.type === 'Polygon'
      ? geometry.coordinates.slice(0, 1)
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates.flatMap((polygon) => polygon.slice(0, 1))
        : []
  const sized = rings.map((ring) => ({ ring, area: Math.abs(moments(ring).area) }))
  return sized.toSorted((one, other) => other.area - one.area)[0]?.ring
}

function centroidOf(ring: readonly Position[]): Position {
  const { area, x, y } = moments(ring)
  return area === 0 ? (ring[0] ?? [0, 0]) : [x / (6 * area), y / (6 * area)]
}

/** Signed area and first moments of a closed ring (the shoelace formula). */
function moments(ring: readonly Position[]): { area: number; x: number; y: number } {
  let area = 0
  let x = 0
  let y = 0
  for (const [index, [x1 = 0, y1 = 0]] of ring.entries()) {
    const [x2 = 0, y2 = 0] = ring[(index + 1) % ring.length] ?? []
    const cross = x1 * y2 - x2 * y1
    area += cross / 2
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  }
  return { area, x, y }
}
