import { MOST_PLACES, type PlaceImport } from '@fieldwatch/contract/places/places'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { DomainError } from '#platform/errors/domain-error.ts'
import { readKml } from './kml.ts'
import { type FileFeature, readFeature, type ReadPlace } from './read-features.ts'

const CrsName = z.object({ crs: z.object({ properties: z.object({ name: z.string() }) }) })

interface PlaceFile {
  readonly places: readonly ReadPlace[]
  readonly refused: PlaceImport['refused']
}

/**
 * Reads the places of a file, and lets other work go on between its features.
 * @throws DomainError place/file-unreadable, place/too-many
 */
export async function readPlaceFile(text: string): Promise<PlaceFile> {
  const features = await featuresOf(text)
  if (features.length > MOST_PLACES) throw new DomainError('place/too-many')
  const places: ReadPlace[] = []
  const refused: PlaceImport['refused'] = []
  for (const [index, feature] of features.entries()) {
    const number = index + 1
    const read = readFeature(feature, number)
    if (read.place === undefined) refused.push({ number, name: read.name, message: read.problem })
    else places.push(read.place)
    await setImmediate()
  }
  return { places, refused }
}

async function featuresOf(text: string): Promise<FileFeature[]> {
  const content = text.replace(/^\uFEFF/, '').trimStart()
  try {
    return content.startsWith('<') ? await readKml(content) : readGeoJson(JSON.parse(content))
  } catch (cause) {
    throw cause instanceof DomainError ? cause : new DomainError('place/file-unreadable', { cause })
  }
}

/** A collection, one feature, or a bare geometry. */
function readGeoJson(content: unknown): FileFeature[] {
  if (typeof content !== 'object' || content === null || !('type' in content))
    throw new DomainError('place/file-unreadable')
  if (content.type === 'FeatureCollection' && 'features' in content && Array.isArray(content.features))
    return content.features.map((feature: unknown) => ({
      ...(typeof feature === 'object' ? feature : {}),
      ...(isProjected(content) ? { isProjected: true } : {}),
    }))
  if (content.type === 'Feature') return [content as FileFeature]
  if (!('coordinates' in content) && !('geometries' in content)) throw new DomainError('place/file-unreadable')
  return [{ geometry: content }]
}

/** WGS 84, and its kin of Europe and North America, which differ from it by a metre. */
const IN_DEGREES = /CRS84h?$|EPSG:.*:?(?:4326|4979|4258|4269)$/i

/** Whether the file names another reference system, as programs wrote them before RFC 7946 left only WGS 84. */
function isProjected(collection: object): boolean {
  const name = CrsName.safeParse(collection).data?.crs.properties.name
  return name !== undefined && !IN_DEGREES.test(name)
}
