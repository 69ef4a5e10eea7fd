import { API_BASE, endpointsWith, envelope } from '@fieldwatch/contract/api/endpoint'
import { addErrors } from '@fieldwatch/contract/api/errors'
import { EntityId } from '@fieldwatch/contract/api/ids'
import { Sentence } from '@fieldwatch/contract/text/sentence'
import { z } from 'zod'

/** The longest file of an import, in characters. */
export const LONGEST_PLACE_FILE = 4 * 1024 * 1024

const FILE_ERRORS = { 'place/file-unreadable': 400 } as const

declare module '@fieldwatch/contract/api/errors' {
  interface AddedErrors extends Readonly<typeof FILE_ERRORS> {}
}
addErrors(FILE_ERRORS)

export const PlaceFormat = z.enum(['geojson', 'kml'])
export type PlaceFormat = z.infer<typeof PlaceFormat>

export const PlaceImport = z.object({
  added: z.number().int(),
  /** What was left out: the number of the feature in the file, the line where it begins, its name, and why. */
  refused: z.array(
    z.object({
      number: z.number().int(),
      line: z.number().int(),
      name: z.string().nullable(),
      message: Sentence,
    }),
  ),
})
export type PlaceImport = z.infer<typeof PlaceImport>

export const importPlaces = endpointsWith({ scope: 'manage-units', tag: 'places' })(`POST ${API_BASE}/places/import`, {
  idempotent: true,
  summary: 'Add the places of a GeoJSON or KML file to an entity (admin); features that can’t be places are reported',
  body: z.object({
    entity: EntityId.optional(),
    /** The text of the file; its beginning says whether it is GeoJSON or KML. */
    text: z.string().max(LONGEST_PLACE_FILE),
  }),
  reply: envelope(PlaceImport),
})

export const exportPlaces = endpointsWith({ scope: 'read', tag: 'places' })(`GET ${API_BASE}/places/export`, {
  summary: 'The places of the viewing entities, or of one entity in reach, as a GeoJSON or KML file',
  format: 'text',
  query: z.object({ entity: EntityId.optional(), format: PlaceFormat.default('geojson') }),
  reply: z.unknown(),
})
