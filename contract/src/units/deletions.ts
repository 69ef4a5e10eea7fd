import { z } from 'zod'
import { API_BASE, defineEndpoint, endpointsWith, envelope } from '../api/endpoint.ts'
import { DataId, EntityId, SourceName } from '../api/ids.ts'
import { line } from '../text/text.ts'
import { SeenVersion } from '../api/version.ts'

/** The name of the thing, typed once more, as a deletion cannot be undone. */
const confirm = line(200)

const userEndpoint = endpointsWith({ tag: 'units' })

export const deleteSource = userEndpoint(`DELETE ${API_BASE}/devices/:dataID/sources`, {
  summary:
    'Delete a source that a unit sent, with its records (admin of all entities of the unit); `confirm` is its name',
  params: z.object({ dataID: DataId }),
  body: z.object({ source: SourceName, confirm }),
})

export const deleteUnit = userEndpoint(`DELETE ${API_BASE}/devices/:dataID`, {
  summary:
    'Delete a unit with everything that it sent (admin of all of its entities); `confirm` is its name. It is gone from lists at once, its records go in the background',
  params: z.object({ dataID: DataId }),
  body: z.object({ confirm }),
})

export const changeDataId = userEndpoint(`PUT ${API_BASE}/devices/:dataID/data-id`, {
  summary:
    'Give a unit another dataID; its token, history and everything that belongs to it stay (admin of all of its entities)',
  params: z.object({ dataID: DataId }),
  body: z.object({ dataID: DataId, version: SeenVersion }),
  reply: envelope(z.object({ dataID: DataId })),
})

export const deleteEntity = defineEndpoint(`DELETE ${API_BASE}/entities`, {
  tag: 'entities',
  summary:
    'Delete an entity with its sub-entities, people and units (admin above it); `confirm` is its name. It is gone at once, its records go in the background',
  body: z.object({ entityID: EntityId, confirm }),
})
