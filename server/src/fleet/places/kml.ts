import type { PlaceGeometry, PlacePosition } from '@fieldwatch/contract/places/place-geometry'
import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import type { FileFeature } from './read-features.ts'

/** An element of KML with what is needed of it. */
interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** Elements within each other; more are no KML. */
const DEEPEST = 100
/** Characters that are read before other work gets its turn. */
const SLICE = 32 * 1024

/**
 * The placemarks of a KML file as features: their names, geometries and extended data.
 * @throws Error with what is wrong, where the file is no KML
 */
export async function readKml(text: string): Promise<FileFeature[]> {
  const features: FileFeature[] = []
  const open: Element[] = []
  let isKml = false
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name: localName(name), attributes, children: [], text: '' }
    isKml ||= element.name === 'kml'
    if (!isKml) throw new Error('not KML')
    // Only placemarks are kept: of folders and documents nothing is needed.
    if (open.length > 0 || element.name === 'Placemark') {
      if (open.length >= DEEPEST) throw new Error('too deep')
      open.at(-1)?.children.push(element)
      open.push(element)
    }
  })
  const addText = (added: string): void => {
    const element = open.at(-1)
    if (element !== undefined) element.text += added
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed !== undefined && open.length === 0) features.push(featureOf(closed))
  })
  for (let start = 0; start < text.length; start += SLICE) {
    parser.write(text.slice(start, start + SLICE))
    await setImmediate()
  }
  parser.close()
  return features
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function featureOf(placemark: Element): FileFeature {
  const name = childOf(placemark, 'name')?.text.trim()
  const data = childOf(placemark, 'ExtendedData')?.children ?? []
  const values = data.flatMap((one) => {
    if (one.name === 'Data') return [[nameOf(one), childOf(one, 'value')?.text.trim() ?? ''] as const]
    const ofSchema = one.name === 'SchemaData' ? one.children : []
    return ofSchema.map((value) => [nameOf(value), value.text.trim()] as const)
  })
  const geometry = placemark.children.map(geometryOf).find((found) => found !== undefined)
  return {
    properties: { ...(name === undefined || name === '' ? {} : { name }), ...Object.fromEntries(values) },
    geometry: geometry ?? null,
  }
}

function nameOf({ attributes }: Element): string {
  return attributes['name'] ?? ''
}

function geometryOf(element: Element): Partial<PlaceGeometry> | { type: string } | undefined {
  switch (element.name) {
    case 'Point':
      return { type: 'Point', ...withCoordinates(positionsIn(element)[0]) }
    case 'LineString':
      return { type: 'LineString', coordinates: positionsIn(element) }
    case 'Polygon':
      return { type: 'Polygon', coordinates: ringsOf(element) }
    case 'MultiGeometry': {
      const parts = partsOf(element)
      const [first] = parts
      if (parts.length === 1 && first !== undefined) return geometryOf(first)
      if (!parts.every(({ name }) => name === 'Polygon')) return { type: 'GeometryCollection' }
      return { type: 'MultiPolygon', coordinates: parts.map(ringsOf) }
    }
    case 'Track':
    case 'MultiTrack':
    case 'Model':
      return { type: element.name }
    default:
      return undefined
  }
}

/** The geometries of one with several, which may have several themselves. */
function partsOf({ children }: Element): Element[] {
  return children.flatMap((part) => {
    if (part.name === 'MultiGeometry') return partsOf(part)
    return geometryOf(part) === undefined ? [] : [part]
  })
}

function withCoordinates(coordinates: PlacePosition | undefined): { coordinates?: PlacePosition } {
  return coordinates === undefined ? {} : { coordinates }
}

function ringsOf(polygon: Element): PlacePosition[][] {
  return ['outerBoundaryIs', 'innerBoundaryIs'].flatMap((side) =>
    polygon.children
      .filter(({ name }) => name === side)
      .flatMap(({ children }) => children.filter(({ name }) => name === 'LinearRing').map(positionsIn)),
  )
}

/** Longitude, latitude and perhaps altitude with commas between them, and blanks between positions. */
function positionsIn(element: Element): PlacePosition[] {
  const text = childOf(element, 'coordinates')?.text.trim() ?? ''
  if (text === '') return []
  return text.split(/\s+/).map((one) => {
    const [longitude = Number.NaN, latitude = Number.NaN, altitude] = one.split(',').map(Number)
    return altitude === undefined || altitude === 0 ? [longitude, latitude] : [longitude, latitude, altitude]
  })
}

function childOf({ children }: Element, wanted: string): Element | undefined {
  return children.find(({ name }) => name === wanted)
}
