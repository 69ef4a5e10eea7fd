import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { SessionId, UtcTime } from '../api/ids.ts'

/** A browser in which the caller is signed in. */
export const OwnSession = z.object({
  sessionID: SessionId,
  /** The one that asks. */
  current: z.boolean(),
  signedInUTC: UtcTime,
  /** Accurate to a quarter of an hour: how often it is updated while the browser is in use. */
  lastUsedUTC: UtcTime,
  /** From which network address it signed in; empty when it is not known. */
  address: z.string(),
  /** As the browser names itself. */
  browser: z.string(),
})
export type OwnSession = z.infer<typeof OwnSession>

const userEndpoint = endpointsWith({ tag: 'session' })

export const listOwnSessions = userEndpoint(`GET ${API_BASE}/me/sessions`, {
  summary: 'Where the caller is signed in, what was used last first',
  reply: envelope(z.array(OwnSession)),
})

export const endOwnSessions = userEndpoint(`DELETE ${API_BASE}/me/sessions`, {
  summary: 'Sign out in another browser, or in all others when none is named; what has ended already stays so',
  body: z.object({ sessionID: SessionId.optional() }),
})
