import type { PlaceGeometry, PlacePosition } from '@fieldwatch/contract/places/place-geometry'
import { MOST_PLACES, MOST_POSITIONS_AN_ENTITY } from '@fieldwatch/contract/places/places'
import { say as sayAnswer } from '@fieldwatch/messages/server-sentences'
import { SaxesParser } from 'saxes'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { FileFeature } from './read-features.ts'
import { say } from './say.ts'

/** An element of KML with what is needed of it. */
interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  /** The line of the file in which it begins. */
  readonly line: number
  text: string
}

/** Elements within each other; more are no KML. */
const DEEPEST = 100
/** Elements in a placemark. */
const MOST_ELEMENTS = 50_000
/** Tags, references and attributes in a file: those of places with many data. */
const MOST_MARKS = 400_000

/** `&` that begins no reference. */
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/gi
const SECTION_START = '<![CDATA['
const SECTION_END = ']]>'

/**
 * The placemarks of a KML file as features: their names, geometries and extended data.
 * @throws Error with what is wrong, where the file is no KML; DomainError place/too-many, place/too-many-positions, request/too-large
 */
export function readKml(written: string): FileFeature[] {
  requireFew(written)
  const text = withReferences(written).trimEnd()
  const features: FileFeature[] = []
  const open: Element[] = []
  let isKml = false
  let elements = 0
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name: localName(name), attributes, children: [], line: parser.line, text: '' }
    isKml ||= element.name === 'kml'
    if (!isKml) throw new Error('not KML')
    // Only placemarks are kept: of folders and documents nothing is needed.
    if (open.length > 0 || element.name === 'Placemark') {
      if (open.length >= DEEPEST) throw new Error('too deep')
      elements = open.length === 0 ? 1 : elements + 1
      if (elements > MOST_ELEMENTS) throw tooLarge(MOST_ELEMENTS)
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
    // The file is refused as a whole: what else is in it need not be read.
    if (features.length > MOST_PLACES) throw new DomainError('place/too-many')
  })
  parser.write(text).close()
  return features
}

/** Looks at the characters alone, so that a file with too much in it is refused before it is parsed. */
function requireFew(text: string): void {
  let [marks, placemarks, positions] = [0, 0, 0]
  const mark = /[&=]|<(?:[\w.-]+:)?(?:(Placemark)|(coordinates)\b)?/g
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    marks += 1
    if (found[1] !== undefined) placemarks += 1
    if (found[2] !== undefined) {
      const start = text.indexOf('>', mark.lastIndex)
      const end = start === -1 ? -1 : text.indexOf('<', start)
      mark.lastIndex = end === -1 ? text.length : end
      positions += countTuples(text, start + 1, mark.lastIndex)
    }
    if (placemarks > MOST_PLACES) throw new DomainError('place/too-many')
    if (positions > MOST_POSITIONS_AN_ENTITY) throw new DomainError('place/too-many-positions')
    if (marks > MOST_MARKS) throw tooLarge(MOST_MARKS)
  }
}

function tooLarge(count: number): DomainError {
  return new DomainError('request/too-large', { message: sayAnswer('answers.body-values', { count }) })
}

/** Names such as "Tom & Sons" are often written as they are; sections are taken as they are. */
function withReferences(text: string): string {
  const parts: string[] = []
  for (let at = 0; at < text.length;) {
    const found = text.indexOf(SECTION_START, at)
    const start = found === -1 ? text.length : found
    const closed = text.indexOf(SECTION_END, start)
    const end = closed === -1 ? text.length : closed + SECTION_END.length
    parts.push(text.slice(at, start).replaceAll(BARE_AMPERSAND, '&amp;'), text.slice(start, end))
    at = end
  }
  return parts.join('')
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
    line: placemark.line,
    problem: problemOfTexts(placemark),
  }
}

/** Why the coordinates in an element cannot be read. */
function problemOfTexts({ name, children, text }: Element): string | undefined {
  if (name !== 'coordinates') {
    for (const child of children) {
      const problem = problemOfTexts(child)
      if (problem !== undefined) return problem
    }
    return undefined
  }
  const tuples = tuplesIn(text)
  if (tuples.some((numbers) => numbers.length > 3)) return say('places.file.decimals')
  return tuples.flat().some((number) => !NUMBER.test(number)) ? say('places.file.numbers') : undefined
}

function nameOf({ attributes }: Element): string {
  return attributes['name'] ?? ''
}

function geometryOf(element: Element): Partial<PlaceGeometry> | { type: string } | undefined {
  switch (element.name) {
    case 'Point': {
      const positions = positionsIn(element)
      return { type: 'Point', ...(positions.length === 1 ? withCoordinates(positions[0]) : {}) }
    }
    case 'LineString':
    // By itself it is a line that ends where it begins.
    case 'LinearRing':
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

/** As JSON writes them, or with a plus sign, or without a digit before the point. */
const NUMBER = /^[+-]?(?:0|[1-9]\d*|(?=\.\d))(?:\.\d*)?(?:e[+-]?\d+)?$/i

/** Longitude, latitude and perhaps altitude with commas between them, around which some programs write blanks, and blanks between positions. */
function tuplesIn(text: string): string[][] {
  const written = text.trim().replaceAll(/(?<!\s)\s*,\s*/g, ',')
  return written === '' ? [] : written.split(/\s+/).map((one) => one.split(','))
}

/** Tuples with more are refused one by one. */
const MOST_COMMAS = 3

/** As many as `tuplesIn` finds, more where they are too long: a comma joins what is around it, whatever blanks there are. */
function countTuples(text: string, start: number, end: number): number {
  let [count, commas] = [0, 0]
  let [isJoined, isBlank] = [false, true]
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === COMMA) {
      commas += 1
      isJoined = true
    } else if (code > BLANK) {
      if (isBlank && !isJoined) count += 1
      isJoined = false
    }
    isBlank = code <= BLANK
  }
  return Math.max(count, commas / MOST_COMMAS)
}

const [COMMA, BLANK] = [0x2c, 0x20]

function positionsIn(element: Element): PlacePosition[] {
  return tuplesIn(childOf(element, 'coordinates')?.text ?? '').map((numbers) => {
    const [longitude = Number.NaN, latitude = Number.NaN, altitude] = numbers.map(Number)
    return altitude === undefined || altitude === 0 ? [longitude, latitude] : [longitude, latitude, altitude]
  })
}

function childOf({ children }: Element, wanted: string): Element | undefined {
  return children.find(({ name }) => name === wanted)
}
