import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { AlertId, EntityId, UserId } from '../api/ids.ts'
import { AlertDraft } from './alerts.ts'

/** The part of an alert, as it would be saved, that decides who is notified of it. */
const NotifiedQuestion = z.object({
  /** The alert that is changed; what is out of reach stays with it. */
  alertID: AlertId.optional(),
  entity: EntityId,
  source: AlertDraft.shape.source.default(null),
  devices: AlertDraft.shape.devices,
  /** Owners and viewers. */
  people: AlertDraft.shape.owners.max(200),
})
export type NotifiedQuestion = z.infer<typeof NotifiedQuestion>

export const askNotified = defineEndpoint(`POST ${API_BASE}/alerts/recipients`, {
  scope: 'read',
  tag: 'alerts',
  summary: 'Ask before an alert is saved whether anyone would be notified of it; nothing is stored',
  body: NotifiedQuestion,
  reply: envelope(z.object({ notifiesNobody: z.boolean() })),
})

export const listHeirs = defineEndpoint(`POST ${API_BASE}/alerts/heirs`, {
  scope: 'read',
  tag: 'alerts',
  summary:
    'Who can own the alerts that only these users own, once they are deleted: active users in reach who see the units (admin)',
  body: z.object({ userUID: z.array(UserId).min(1).max(1000) }),
  reply: envelope(z.object({ heirs: z.array(z.object({ id: UserId, name: z.string() })) })),
})
