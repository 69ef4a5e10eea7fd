import { isObject } from '@fieldwatch/contract/text/json'
import { setImmediate } from 'node:timers/promises'
import { namesOtherSystem } from './place-positions.ts'
import type { FileFeature } from './read-features.ts'

/** Characters that are looked at before other work gets its turn. */
const SLICE = 128 * 1024
/** Before each feature of a sequence (RFC 8142). */
const RECORD_SEPARATOR = '\u001E'

/**
 * The features of a GeoJSON file: of a collection, of one feature or a bare geometry, or of lines of them (RFC 8142).
 * @throws SyntaxError with the line, where it is no JSON; undefined: it is none of these
 */
export async function readGeoJson(text: string): Promise<FileFeature[] | undefined> {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    return readLines(text) ?? Promise.reject(error)
  }
  if (!isObject(content)) return undefined
  if (content['type'] === 'FeatureCollection' && Array.isArray(content['features'])) {
    const lines = await linesOfFeatures(text)
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
  for (const [index, written] of text.split('\n').entries()) {
    const line = (written.startsWith(RECORD_SEPARATOR) ? written.slice(1) : written).trim()
    if (line === '') continue
    const read = readLine(line, index + 1)
    if (features.length === 0 && read.problem !== undefined) return undefined
    features.push(read)
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
  return { line, problem: 'This line is not GeoJSON.' }
}

/** The lines in which the features of a collection begin. The text is JSON. */
async function linesOfFeatures(text: string): Promise<number[]> {
  const lines: number[] = []
  let [depth, line, isIn, key]: [number, number, boolean, string] = [0, 1, false, '']
  let turn = SLICE
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (index > turn) {
      turn += SLICE
      await setImmediate()
    }
    if (character === '"') {
      const start = index + 1
      for (index = start; text[index] !== '"'; index += 1) if (text[index] === '\\') index += 1
      if (depth === 1) key = text.slice(start, index)
    } else if (character === '\n') line += 1
    else if (character === '{' || character === '[') {
      if (isIn && depth === 2) lines.push(line)
      if (depth === 1) isIn = character === '[' && key === 'features'
      depth += 1
    } else if (character === '}' || character === ']') depth -= 1
    // What is no object is a feature of its own, however wrong.
    else if (isIn && depth === 2 && /[^\s,]/.test(character ?? '') && /[,[\s]/.test(text[index - 1] ?? ''))
      lines.push(line)
  }
  return lines
}
