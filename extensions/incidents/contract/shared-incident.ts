import type { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '@fieldwatch/contract/api/endpoint'
import { IncidentDetails } from './incidents.ts'

/** An incident as visitors see it: units, alerts and notes have other names, and there are no names of people. */
export const SharedIncident = IncidentDetails.pick({
  title: true,
  severity: true,
  fromUTC: true,
  toUTC: true,
  momentUTC: true,
  known: true,
  createdUTC: true,
  takenUTC: true,
  conclusions: true,
  timeline: true,
  isCut: true,
  details: true,
})
export type SharedIncident = z.infer<typeof SharedIncident>

export const getSharedIncident = defineEndpoint(`GET ${API_BASE}/shared/incident`, {
  access: 'share',
  tag: 'shared',
  summary:
    'A shared incident: conclusions, timeline, states, charts and tracks, without people, requests and configurations',
  reply: envelope(SharedIncident),
})
