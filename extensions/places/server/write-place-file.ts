import { hasRadius, type PlaceGeometry, type PlacePosition } from '@fieldwatch/contract/places/place-geometry'
import type { PlaceFormat } from '../contract/place-files.ts'
import { setImmediate } from 'node:timers/promises'
import { propertiesOf } from './read-features.ts'
import type { StoredPlace } from '@fieldwatch/server/fleet/places/place-store'

/** The media type of a file. */
export const MEDIA_TYPES: Readonly<Record<PlaceFormat, string>> = {
  geojson: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
}

/** Place by place, so that other work continues between them. */
export async function* writePlaceFile(places: readonly StoredPlace[], format: PlaceFormat): AsyncGenerator<string> {
  const { beginning, between, end, write } = FORMATS[format]
  yield beginning
  for (const [index, place] of places.entries()) {
    yield index === 0 ? write(place) : `${between}${write(place)}`
    await setImmediate()
  }
  yield end
}

const FORMATS = {
  geojson: { beginning: '{"type":"FeatureCollection","features":[', between: ',', end: ']}', write: writeFeature },
  kml: {
    beginning: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>',
      '',
    ].join('\n'),
    between: '\n',
    end: '</Document></kml>\n',
    write: writePlacemark,
  },
} as const

/** As RFC 7946 has it: what was imported is as it was, with what people changed since. */
function writeFeature(place: StoredPlace): string {
  return JSON.stringify({
    type: 'Feature',
    ...(place.feature?.id === undefined ? {} : { id: place.feature.id }),
    properties: propertiesOf(place),
    geometry: place.feature?.isPart === true ? asParts(place.geometry) : place.geometry,
  })
}

/** As it came: the only part of several. What was drawn as an area since is one. */
function asParts(geometry: PlaceGeometry): { readonly type: string; readonly coordinates: unknown } {
  if (!hasRadius(geometry)) return geometry
  return { type: `Multi${geometry.type}`, coordinates: [geometry.coordinates] }
}

function writePlacemark(place: StoredPlace): string {
  const { name, group, colour, radius, geometry } = place
  const known = { group, colour, radius: hasRadius(geometry) ? radius : null }
  const others = Object.entries(place.feature?.properties ?? {}).filter(
    ([key, value]) => key !== 'name' && !(key in known) && typeof value !== 'object',
  )
  const data = [...others, ...Object.entries(known).filter(([, value]) => value !== null)]
    .map(([key, value]) => `<Data name="${escape(key)}"><value>${escape(String(value))}</value></Data>`)
    .join('')
  const extended = data === '' ? '' : `<ExtendedData>${data}</ExtendedData>`
  return `<Placemark><name>${escape(name)}</name>${extended}${kmlOf(geometry)}</Placemark>`
}

function kmlOf(geometry: PlaceGeometry): string {
  switch (geometry.type) {
    case 'Point':
      return `<Point>${coordinates([geometry.coordinates])}</Point>`
    case 'LineString':
      return `<LineString>${coordinates(geometry.coordinates)}</LineString>`
    case 'Polygon':
      return polygon(geometry.coordinates)
    default:
      return `<MultiGeometry>${geometry.coordinates.map(polygon).join('')}</MultiGeometry>`
  }
}

function polygon([outer = [], ...holes]: readonly (readonly PlacePosition[])[]): string {
  const ring = (side: string, positions: readonly PlacePosition[]): string =>
    `<${side}><LinearRing>${coordinates(positions)}</LinearRing></${side}>`
  return `<Polygon>${ring('outerBoundaryIs', outer)}${holes.map((hole) => ring('innerBoundaryIs', hole)).join('')}</Polygon>`
}

function coordinates(positions: readonly PlacePosition[]): string {
  return `<coordinates>${positions.map((position) => position.join(',')).join(' ')}</coordinates>`
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML cannot have are left out. */
function escape(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '').replaceAll(/[&<>"]/g, (character) => ESCAPED[character] ?? '')
}
