import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { DataId } from '../api/ids.ts'

/** The number of units that are listed as triggering an alert. */
export const MOST_TRIGGERED_UNITS = 5_000

/** A unit on which alerts are triggered, and how many. */
export const TriggeredUnit = z.object({ dataID: DataId, alerts: z.number() })
export type TriggeredUnit = z.infer<typeof TriggeredUnit>

export const listTriggeredUnits = defineEndpoint(`GET ${API_BASE}/alerts/triggered`, {
  scope: 'read',
  tag: 'alerts',
  summary: 'The units on which alerts are triggered that one owns or that are shared with one',
  reply: envelope(z.array(TriggeredUnit)),
})
