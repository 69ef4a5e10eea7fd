import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { DataId, SourceName } from '../api/ids.ts'
import { UnitName } from './units.ts'

/** The sources of a device that is a unit: what it measures, and its status. */
export const CHILD_TELEMETRY = 'telemetry'
export const CHILD_ATTRIBUTES = 'attributes'
/** At a gateway, the status source of a child is its source of measurements with this suffix. */
export const CHILD_ATTRIBUTES_SUFFIX = '-attributes'

export const createUnitOfChild = defineEndpoint(`POST ${API_BASE}/devices/:dataID/children`, {
  tag: 'units',
  summary:
    'Make a unit of a device behind a gateway (admin of all its entities): its sources move with their records; alerts and event tables on them end',
  params: z.object({ dataID: DataId }),
  body: z.object({
    /** The source of its measurements at the gateway. */
    source: SourceName,
    /** The dataID of the new unit. */
    dataID: DataId,
    friendlyName: UnitName,
  }),
  reply: envelope(z.object({ dataID: DataId })),
})
