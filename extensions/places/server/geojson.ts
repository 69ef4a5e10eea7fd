import { MOST_PLACES, MOST_POSITIONS_AN_ENTITY } from '@fieldwatch/contract/places/places'
import { isObject } from '@fieldwatch/contract/text/json'
import { say as sayAnswer } from '@fieldwatch/messages/server-sentences'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { namesOtherSystem } from './place-positions.ts'
import type { FileFeature } from './read-features.ts'
import { say } from './say.ts'

/** Before each feature of a sequence (RFC 8142). */
const RECORD_SEPARATOR = '\u001E'

/**
 * The features of a GeoJSON file: of a collection, of one feature or a bare geometry, or of lines of them (RFC 8142).
 * @throws SyntaxError with the line, where it is no JSON; DomainError place/too-many, place/too-many-positions, request/too-large; undefined:
 * it is none of these
 */
export function readGeoJson(text: string): FileFeature[] | undefined {
  const lines = lookAt(text)
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    const features = readLines(text)
    if (features === undefined) throw error
    return features
  }
  if (!isObject(content)) return undefined
  if (content['type'] === 'FeatureCollection' && Array.isArray(content['features'])) {
    const isProjected = namesOtherSystem(content)
    return content['features'].map((feature: unknown, index) => ({
      ...featureOf(feature, lines[index] ?? 1),
      ...(isProjected ? { isProjected } : {}),
    }))
  }
  const line = 1
  if (content['type'] === 'Feature') return [featureOf(content, line)]
  return isGeometry(content) ? [{ geometry: content, line }] : undefined
}

function isGeometry(content: object): boolean {
  return 'coordinates' in content || 'geometries' in content
}

function featureOf(feature: unknown, line: number): FileFeature {
  if (!isObject(feature)) return { line }
  const { id, geometry, properties } = feature
  return { id, geometry, properties, line, ...(namesOtherSystem(feature) ? { isProjected: true } : {}) }
}

/** Each line is a feature or a geometry; undefined where the first one is not. */
function readLines(text: string): FileFeature[] | undefined {
  const features: FileFeature[] = []
  let number = 0
  for (let start = 0, end = 0; end !== -1; start = end + 1) {
    end = text.indexOf('\n', start)
    number += 1
    const written = text.slice(start, end === -1 ? text.length : end)
    const line = (written.startsWith(RECORD_SEPARATOR) ? written.slice(1) : written).trim()
    if (line === '') continue
    const read = readLine(line, number)
    if (features.length === 0 && read.problem !== undefined) return undefined
    features.push(read)
    if (features.length > MOST_PLACES) throw new DomainError('place/too-many')
  }
  return features.length === 0 ? undefined : features
}

function readLine(text: string, line: number): FileFeature {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    content = undefined
  }
  if (isObject(content) && content['type'] === 'Feature') return featureOf(content, line)
  if (isObject(content) && isGeometry(content)) return { geometry: content, line }
  return { line, problem: say('places.file.not-json') }
}

/** Values of all kinds in a file, keys included: those of places with many properties. */
const MOST_VALUES = 1_000_000
/** Lists and objects within each other. */
const DEEPEST = 100

const [QUOTE, BACKSLASH, COMMA, COLON, LINE_FEED] = [0x22, 0x5c, 0x2c, 0x3a, 0x0a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * The lines in which the features of a collection begin. Looks at the characters alone, so that a file with too much in it is refused before
 * it is parsed.
 * @throws DomainError place/too-many, place/too-many-positions, request/too-large
 */
function lookAt(text: string): number[] {
  const lines: number[] = []
  let [depth, line, key, isIn] = [0, 1, '', false]
  let [values, positions, inSequence] = [0, 0, 0]
  /** The depth of the coordinates that are being looked at; 0 outside of any. */
  let coordinates = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const start = at + 1
      at = endOfText(text, start)
      key = text.slice(start, at)
    } else if (code === LINE_FEED) line += 1
    else if (code === COMMA || code === COLON) values += 1
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1
      if (isIn && depth === 2) lines.push(line)
      if (depth === 0) inSequence += 1
      if (code === OPEN_LIST) {
        if (depth === 1) isIn = key === 'features'
        if (coordinates === 0 && key === 'coordinates') coordinates = depth + 1
        if (coordinates > 0 && !isFirst(text, at + 1, OPEN_LIST)) positions += 1
      }
      depth += 1
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth -= 1
      if (depth < coordinates) [coordinates, key] = [0, '']
    }
    // What is no object is a feature of its own, however wrong.
    else if (isIn && depth === 2 && isNoBlank(code) && /[,[\s]/.test(text[at - 1] ?? '')) lines.push(line)
    if (lines.length > MOST_PLACES || inSequence > MOST_PLACES) throw new DomainError('place/too-many')
    if (positions > MOST_POSITIONS_AN_ENTITY) throw new DomainError('place/too-many-positions')
    if (values > MOST_VALUES) throw tooLarge(sayAnswer('answers.body-values', { count: MOST_VALUES }))
    if (depth > DEEPEST) throw tooLarge(sayAnswer('answers.body-levels', { count: DEEPEST }))
  }
  return lines
}

/** Where a string ends that begins at a place; the end of the text where it is not closed. */
function endOfText(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at += 1
  }
  return text.length
}

/** Whether a character is the first that is no blank. */
function isFirst(text: string, from: number, wanted: number): boolean {
  let at = from
  while (at < text.length && !isNoBlank(text.charCodeAt(at))) at += 1
  return text.charCodeAt(at) === wanted
}

/** Blanks are those of JSON; other control characters are no part of a feature. */
function isNoBlank(code: number): boolean {
  return code > 0x20
}

function tooLarge(message: string): DomainError {
  return new DomainError('request/too-large', { message })
}
