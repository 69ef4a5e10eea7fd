import { getStreetTile, type StreetMap } from '@fieldwatch/contract/api/map'
import { type Flavor, layers, namedFlavor } from '@protomaps/basemaps'
import {
  addProtocol,
  type ExpressionSpecification,
  type LayerSpecification,
  type StyleSpecification,
  type SymbolLayerSpecification,
} from 'maplibre-gl'
import { baseLayers, baseSources, type BaseMapColours, MAP_FONT, tilesOf, INSTANT } from './base-style.ts'
import type { LoadTile } from './drawn-map.ts'
import type { Scheme } from './map-colours.ts'

/** The protocol of street tiles, which need the ID token. */
const STREET_PROTOCOL = 'fieldwatch-streets'

/** Loads the tiles of the street map, on all maps, with `load`. */
export function serveStreets(load: LoadTile): void {
  addProtocol(STREET_PROTOCOL, async ({ url }, { signal }) => {
    const [z = 0, x = 0, y = 0] = url.split('/').slice(-3).map(Number)
    return { data: await load({ z, x, y }, signal) }
  })
}

/** The street map of a region or the world, above the ground of the offline base map. */
export function streetStyle(
  origin: string,
  streets: StreetMap,
  colours: BaseMapColours,
  scheme: Scheme,
): StyleSpecification {
  return {
    version: 8,
    transition: INSTANT,
    sources: {
      ...baseSources(origin),
      streets: {
        type: 'vector',
        tiles: [tilesOf(`${STREET_PROTOCOL}://`, getStreetTile)],
        minzoom: streets.minZoom,
        maxzoom: streets.maxZoom,
        bounds: [...streets.bounds],
        attribution: streets.attribution,
      },
    },
    layers: streetLayers(streets, colours, scheme),
  }
}

/** Ground below, streets above it, names on top: those of the base map where the street map ends. */
export function streetLayers(
  { bounds }: Pick<StreetMap, 'bounds'>,
  colours: BaseMapColours,
  scheme: Scheme,
): LayerSpecification[] {
  const flavor = flavorOf(scheme)
  const base = baseLayers({ ...colours, water: flavor.water, land: flavor.earth })
  const streets = layers('streets', flavor, { lang: 'en' }).flatMap(withoutPictures)
  const inside = withinOf(bounds)
  return [
    ...base.filter((layer) => !isName(layer)),
    ...streets.filter((layer) => layer.type !== 'symbol' && layer.type !== 'background'),
    ...base.filter(isName).map((layer) => ({ ...layer, filter: ['!', inside] as ExpressionSpecification })),
    ...streets.filter((layer) => layer.type === 'symbol').map((layer) => onlyInside(layer, inside)),
  ].map((layer, index) => ({ ...layer, id: `${index} ${layer.id}` }))
}

/** Muted ground, so that units stand out and names stay readable. */
const TONES = {
  light: {
    water: '#c2d6e0',
    earth: '#edebe7',
    city_label_halo: '#edebe7',
    ocean_label: '#4f6f80',
    state_label: '#6f6f6f',
    country_label: '#5c5c5c',
    subplace_label: '#666666',
    roads_label_minor: '#6f686b',
    roads_label_major: '#625c5f',
  },
  dark: {
    ocean_label: '#8f9bb0',
    city_label: '#c4c4c9',
    state_label: '#84848c',
    country_label: '#a3a3aa',
    subplace_label: '#9a9aa2',
    roads_label_minor: '#84848c',
    roads_label_major: '#a3a3aa',
    address_label: '#84848c',
  },
} as const

function flavorOf(scheme: Scheme): Flavor {
  const [font = ''] = MAP_FONT
  // Points of interest would be words without their icon.
  const { pois: _pois, ...flavor } = namedFlavor(scheme)
  return { ...flavor, ...TONES[scheme], regular: font, bold: font, italic: font }
}

/** Removes icons, for which there is no server: layers of icons alone go, of others the text stays. */
function withoutPictures(layer: LayerSpecification): LayerSpecification[] {
  if (layer.type !== 'symbol' || layer.layout?.['icon-image'] === undefined) return [layer]
  const { 'icon-image': _icon, ...layout } = layer.layout
  // A shield is a number on a picture.
  if (layout['text-field'] === undefined || layer.id === 'roads_shields') return []
  return [{ ...layer, layout }]
}

function isName(layer: LayerSpecification): boolean {
  return layer.type === 'symbol' || layer.type === 'circle'
}

/** The tiles of a region contain cities of the whole world at low zooms. */
function onlyInside(layer: LayerSpecification, inside: ExpressionSpecification): LayerSpecification {
  if (layer.type !== 'symbol' || layer['source-layer'] !== 'places') return layer
  const kind = kindOf(layer)
  if (kind === undefined) return layer
  return { ...layer, filter: ['all', ['==', ['get', 'kind'], kind], inside] }
}

/** The kind of a filter such as `['==', 'kind', 'locality']`, which cannot be combined with newer expressions. */
function kindOf({ filter }: SymbolLayerSpecification): string | undefined {
  const [operator, property, kind]: readonly unknown[] = Array.isArray(filter) ? filter : []
  return operator === '==' && property === 'kind' && typeof kind === 'string' ? kind : undefined
}

function withinOf([west, south, east, north]: StreetMap['bounds']): ExpressionSpecification {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return ['within', { type: 'Polygon', coordinates: [ring] }]
}
