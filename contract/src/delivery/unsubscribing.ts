import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'

/** The page of a link in a mail, and where mail programs send what RFC 8058 has them send. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'

/** What a link in the mail of an alert or a report knows: whose it is and of which one. No one can make one up. */
const UnsubscribeLink = z.string().regex(/^[A-Za-z0-9_-]{1,200}$/, 'fields.link-incomplete')

const publicEndpoint = endpointsWith({ access: 'public', tag: 'alerts' })

export const getUnsubscription = publicEndpoint(`GET ${API_BASE}/alerts/unsubscription/:link`, {
  summary: 'The messages of which alert, or which scheduled report, a link in a mail ends. Changes nothing',
  params: z.object({ link: UnsubscribeLink }),
  reply: envelope(
    z.object({
      kind: z.enum(['alert', 'report']),
      /** Null: the alert is there no more, or not for this person. */
      alertName: z.string().nullable(),
      /** Only for a report; null: it is there no more, or not for this person. */
      reportName: z.string().nullable(),
      /** Whether the person gets messages of the alert, or the report. */
      subscribed: z.boolean(),
    }),
  ),
})

export const unsubscribeByLink = publicEndpoint(`POST ${UNSUBSCRIBE_PATH}/:link`, {
  summary:
    'End the messages of an alert, or a scheduled report, to one person by the link in a mail (RFC 8058); the body is not looked at',
  params: z.object({ link: UnsubscribeLink }),
})
