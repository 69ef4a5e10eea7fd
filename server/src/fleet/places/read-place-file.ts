import { MOST_PLACES, MOST_POSITIONS_AN_ENTITY, type PlaceImport } from '@fieldwatch/contract/places/places'
import { isObject } from '@fieldwatch/contract/text/json'
import { sentence } from '@fieldwatch/contract/text/sentence'
import { setImmediate } from 'node:timers/promises'
import { DomainError } from '#platform/errors/domain-error.ts'
import { readGeoJson } from './geojson.ts'
import { readKml } from './kml.ts'
import { countPositionsIn } from './place-positions.ts'
import { type FileFeature, readFeature, type ReadPlace } from './read-features.ts'

interface PlaceFile {
  readonly places: readonly ReadPlace[]
  readonly refused: PlaceImport['refused']
}

/**
 * Reads the places of a file, and lets other work go on between its features. What is too much is refused before it is read.
 * @throws DomainError place/file-unreadable, place/too-many, place/too-many-positions
 */
export async function readPlaceFile(text: string): Promise<PlaceFile> {
  const features = await featuresOf(text)
  if (features.length > MOST_PLACES) throw new DomainError('place/too-many')
  requireFewPositions(features)
  const places: ReadPlace[] = []
  const refused: PlaceImport['refused'] = []
  for (const [index, feature] of features.entries()) {
    const number = index + 1
    const read = readFeature(feature, number)
    if (read.place === undefined) refused.push({ number, line: feature.line, name: read.name, message: read.problem })
    else places.push(read.place)
    await setImmediate()
  }
  return { places, refused }
}

function requireFewPositions(features: readonly FileFeature[]): void {
  let left = MOST_POSITIONS_AN_ENTITY
  for (const { geometry } of features) {
    left -= isObject(geometry) ? countPositionsIn(geometry['coordinates'], left) : 0
    if (left < 0) throw new DomainError('place/too-many-positions')
  }
}

async function featuresOf(text: string): Promise<FileFeature[]> {
  const content = text.replace(/^\uFEFF/, '')
  try {
    const features = /^\s*</.test(content) ? await readKml(content) : await readGeoJson(content)
    if (features !== undefined) return features
  } catch (cause) {
    if (cause instanceof DomainError) throw cause
    const line = lineIn(cause)
    const message = line === undefined ? undefined : sentence('fields.place-file-line', { line })
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
