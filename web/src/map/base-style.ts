import type { FeatureCollection } from 'geojson'
import type { StyleSpecification } from 'maplibre-gl'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { countryLabels } from './country-labels.ts'
import { crossDateLine } from './cross-date-line.ts'

/** What the offline base map is painted with. */
export interface BaseMapColours {
  water: string
  land: string
  line: string
  label: string
}

export type World = Topology<{ countries: GeometryCollection<{ name: string }> }>

const ATTRIBUTION = 'Natural Earth'

/** The offline base map: the countries of the world, from data that comes with the portal. */
export function baseStyle(world: World, colours: BaseMapColours): StyleSpecification {
  const countries: FeatureCollection<GeoJSON.Geometry, { name: string }> = crossDateLine(
    feature(world, world.objects.countries),
  )
  const paints = basePaints(colours)
  return {
    version: 8,
    sources: {
      countries: { type: 'geojson', data: countries, attribution: ATTRIBUTION, maxzoom: 8, tolerance: 0.2 },
      labels: { type: 'geojson', data: countryLabels(countries) },
    },
    layers: [
      { id: 'water', type: 'background', paint: paints.water },
      { id: 'land', type: 'fill', source: 'countries', paint: paints.land },
      { id: 'border', type: 'line', source: 'countries', paint: paints.border },
      {
        id: 'country',
        type: 'symbol',
        source: 'labels',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['Inter Variable'],
          'text-size': 12,
          'text-max-width': 8,
        },
        paint: paints.country,
      },
    ],
  }
}

/** The paint of each layer of the base map, by layer and property. */
export function basePaints({ water, land, line, label }: BaseMapColours) {
  return {
    water: { 'background-color': water },
    land: { 'fill-color': land },
    border: { 'line-color': line, 'line-width': 1 },
    country: { 'text-color': label, 'text-halo-color': land, 'text-halo-width': 1.5 },
  } as const
}
