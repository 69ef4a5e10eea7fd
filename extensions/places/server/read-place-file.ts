import { MOST_PLACES, MOST_POSITIONS_AN_ENTITY } from '@fieldwatch/contract/places/places'
import type { PlaceImport } from '../contract/place-files.ts'
import { isObject } from '@fieldwatch/contract/text/json'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { readGeoJson } from './geojson.ts'
import { readKml } from './kml.ts'
import { countPositionsIn } from './place-positions.ts'
import { say } from './say.ts'
import { type FileFeature, readFeature, type ReadPlace } from './read-features.ts'

/** Some places of a file, and what of it cannot be a place. */
export interface ReadPlaces {
  readonly places: ReadPlace[]
  readonly refused: PlaceImport['refused']
}

/** Positions that are read together, as far as they are of several features. */
const POSITIONS_AT_ONCE = 2_000
/** Features that are read together. */
const FEATURES_AT_ONCE = 50

/**
 * Reads the places of a file, some at a time. What is too much is refused before it is parsed.
 * @throws DomainError place/file-unreadable, place/too-many, place/too-many-positions, request/too-large
 */
export function* readPlaceFile(text: string): Generator<ReadPlaces, void> {
  const features = featuresOf(text)
  if (features.length > MOST_PLACES) throw new DomainError('place/too-many')
  const sizes = countPositions(features)
  let [read, positions]: [ReadPlaces, number] = [{ places: [], refused: [] }, 0]
  for (const [index, feature] of features.entries()) {
    const number = index + 1
    const known = readFeature(feature, number)
    if (known.place !== undefined) read.places.push(known.place)
    else read.refused.push({ number, line: feature.line, name: known.name, message: known.problem })
    positions += sizes[index] ?? 0
    if (positions < POSITIONS_AT_ONCE && number % FEATURES_AT_ONCE > 0 && number < features.length) continue
    yield read
    read = { places: [], refused: [] }
    positions = 0
  }
}

/** The number of positions of each feature. What has texts for coordinates, or is KML in a section, is counted here only. */
function countPositions(features: readonly FileFeature[]): number[] {
  let left = MOST_POSITIONS_AN_ENTITY
  return features.map(({ geometry }) => {
    const count = isObject(geometry) ? countPositionsIn(geometry['coordinates'], left) : 0
    left -= count
    if (left < 0) throw new DomainError('place/too-many-positions')
    return count
  })
}

function featuresOf(text: string): FileFeature[] {
  const content = text.replace(/^\uFEFF/, '')
  try {
    const features = /^\s*</.test(content) ? readKml(content) : readGeoJson(content)
    if (features !== undefined) return features
  } catch (cause) {
    if (cause instanceof DomainError) throw cause
    const line = lineIn(cause)
    const message = line === undefined ? undefined : say('places.file.line', { line })
    throw new DomainError('place/file-unreadable', { cause, ...(message === undefined ? {} : { message }) })
  }
  throw new DomainError('place/file-unreadable')
}

/** The line that the reader of JSON or XML names. */
function lineIn(cause: unknown): number | undefined {
  const [, ofJson, ofXml] = /\(line (\d+) column|^(\d+):\d+:/.exec(cause instanceof Error ? cause.message : '') ?? []
  const line = ofJson ?? ofXml
  return line === undefined ? undefined : Number(line)
}
