import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { DataId, EntityId, LabelId, SourceName, TemplateId, UtcTime } from '../api/ids.ts'
import { NearestPlace } from './nearest-place.ts'

/**
 * The units of a list, column by column, each as long as the others and in no order: what a list shows of thousands of units, in a
 * third of the bytes of their documents.
 */
export const UnitColumns = z.object({
  dataID: z.array(DataId),
  friendlyName: z.array(z.string()),
  size: z.array(z.string()),
  service: z.array(z.string()),
  image: z.array(z.string()),
  active: z.array(z.boolean()),
  lastActivityUTC: z.array(UtcTime.nullable()),
  lastMessage: z.array(SourceName.nullable()),
  currentLat: z.array(z.number().nullable()),
  currentLon: z.array(z.number().nullable()),
  /** Null where the portal knows no place. */
  nearestPlace: z.array(NearestPlace.nullable()),
  entities: z.array(z.array(EntityId)),
  sharedWith: z.array(z.array(z.string()).nullable()),
  labels: z.array(z.array(LabelId).nullable()),
  defaultTemplate: z.array(TemplateId.nullable()),
  customTemplate: z.array(TemplateId.nullable()),
  connected: z.array(z.boolean()),
})
export type UnitColumns = z.infer<typeof UnitColumns>

export const listUnitColumns = defineEndpoint(`GET ${API_BASE}/devices/columns`, {
  scope: 'read',
  tag: 'units',
  summary: 'What a list shows of the units of the viewing entities, column by column, in no order',
  reply: envelope(UnitColumns).extend({
    /** Where `stream/live?devices=viewing` carries on: its `since`. */
    asOf: z.string(),
  }),
})
