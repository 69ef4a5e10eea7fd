import { getPlaceTile, getWorldTile, PLACES_MAX_ZOOM, WORLD_MAX_ZOOM } from '@fieldwatch/contract/api/map'
import type {
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'

/** What the offline base map is painted with. */
export interface BaseMapColours {
  water: string
  land: string
  line: string
  label: string
  /** Names of countries and of large cities. */
  title: string
}

/** A font of the browser, so that no server has to send glyphs. */
export const MAP_FONT = ['Inter Variable']

const WORLD_ATTRIBUTION = link('https://www.naturalearthdata.com', 'Natural Earth')
/** Required by the licence, CC BY 4.0, wherever names are shown. */
export const PLACES_ATTRIBUTION = link('https://www.geonames.org', 'GeoNames')

/** Colours change at once, so that a map that is printed has those of the paper. */
export const INSTANT = { duration: 0, delay: 0 }

/** The offline base map: ground and names of the world, from data that comes with the portal at `origin`. */
export function baseStyle(origin: string, colours: BaseMapColours): StyleSpecification {
  return { version: 8, transition: INSTANT, sources: baseSources(origin), layers: baseLayers(colours) }
}

export function baseSources(origin: string): StyleSpecification['sources'] {
  return {
    world: {
      type: 'vector',
      tiles: [tilesOf(origin, getWorldTile)],
      maxzoom: WORLD_MAX_ZOOM,
      attribution: WORLD_ATTRIBUTION,
    },
    places: {
      type: 'vector',
      tiles: [tilesOf(origin, getPlaceTile)],
      maxzoom: PLACES_MAX_ZOOM,
      attribution: PLACES_ATTRIBUTION,
    },
  }
}

/** The address of a map's tiles, as MapLibre wants it. */
export function tilesOf(origin: string, { path }: { path: string }): string {
  return origin + path.replace('/:z/:x/:y', '/{z}/{x}/{y}')
}

const population = ['get', 'population'] as const
const LARGE: ExpressionSpecification = ['>=', ['get', 'population'], 500_000]

/** The bigger the city, the larger its name; the closer the map, the more. */
const PLACE_SIZE: ExpressionSpecification = [
  'interpolate',
  ['linear'],
  ['zoom'],
  3,
  ['case', LARGE, 12, 11],
  9,
  ['case', LARGE, 16, ['>=', [...population], 20_000], 13, 11],
  14,
  ['case', LARGE, 22, ['>=', [...population], 20_000], 18, 15],
]

/** From this zoom on a place has a dot, and all places have their names where there is room. */
const DOTS_FROM_ZOOM = 7

export function baseLayers({ water, land, line, label, title }: BaseMapColours): LayerSpecification[] {
  const world = { source: 'world' } as const
  const places = { source: 'places', 'source-layer': 'place' } as const
  const halo = { 'text-halo-color': land, 'text-halo-width': 1.5 } as const
  return [
    { id: 'water', type: 'background', paint: { 'background-color': water } },
    { id: 'land', type: 'fill', ...world, 'source-layer': 'land', paint: { 'fill-color': land } },
    {
      id: 'river',
      type: 'line',
      ...world,
      'source-layer': 'river',
      minzoom: 3,
      paint: { 'line-color': water, 'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.5, 8, 2.5] },
    },
    { id: 'lake', type: 'fill', ...world, 'source-layer': 'lake', paint: { 'fill-color': water } },
    {
      id: 'region',
      type: 'line',
      ...world,
      'source-layer': 'region',
      minzoom: 3,
      paint: { 'line-color': line, 'line-width': 1, 'line-dasharray': [3, 3], 'line-opacity': 0.7 },
    },
    { id: 'border', type: 'line', ...world, 'source-layer': 'border', paint: { 'line-color': line, 'line-width': 1 } },
    {
      id: 'place-dot',
      type: 'circle',
      ...places,
      minzoom: DOTS_FROM_ZOOM,
      paint: {
        'circle-color': label,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], DOTS_FROM_ZOOM, 1.5, 14, 4],
      },
    },
    {
      id: 'place',
      type: 'symbol',
      ...places,
      minzoom: 3,
      layout: {
        ...nameLayout(PLACE_SIZE),
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': 0.5,
        'text-justify': 'auto',
        'text-padding': ['interpolate', ['linear'], ['zoom'], 3, 16, 9, 4],
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': ['case', LARGE, title, label], ...halo },
    },
    {
      id: 'country',
      type: 'symbol',
      ...world,
      'source-layer': 'country',
      maxzoom: 7,
      layout: {
        ...nameLayout(['interpolate', ['linear'], ['zoom'], 2, 11, 6, 16]),
        'text-padding': 6,
        'symbol-sort-key': ['-', ['get', 'size']],
      },
      paint: { 'text-color': title, ...halo },
    },
  ]
}

function nameLayout(size: ExpressionSpecification): NonNullable<SymbolLayerSpecification['layout']> {
  return { 'text-field': ['get', 'name'], 'text-font': MAP_FONT, 'text-size': size, 'text-max-width': 8 }
}

function link(url: string, name: string): string {
  return `<a href="${url}" target="_blank" rel="noopener">${name}</a>`
}
