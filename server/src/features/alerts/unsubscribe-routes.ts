import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import { getUnsubscription, unsubscribeByLink as byLinkEndpoint } from '@fieldwatch/contract/delivery/unsubscribing'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ReportMails } from '#delivery/mail/report-mails.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Platform } from '#platform/floor.ts'
import { networkOf } from '#platform/http/network.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { createRateLimit } from '#platform/http/rate-limit.ts'
import { createAlertOwnerStore } from './alert-owner-store.ts'
import type { AlertSubscription, Subscription, UnsubscribeLinks } from '#people/credentials/unsubscribe-links.ts'

interface Parts extends Pick<Platform, 'db' | 'bus' | 'clock'> {
  readonly links: UnsubscribeLinks
  readonly reportMails: ReportMails | undefined
}

/** Links that we did not write, of one network: a mail program has none. */
const WRONG_LINKS = { most: 20, withinMs: MINUTE_MS }
/** Uses of one link. */
const USES = { most: 20, withinMs: MINUTE_MS }
/** `List-Unsubscribe=One-Click` as a form of either kind, and little else. */
const BODY_BYTES = 4 * 1024

/** The end of the messages of an alert, or of a report, by the link in its mail, which needs no sign-in. */
export function registerUnsubscribeRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock, links, reportMails } = parts
  const wrong = createRateLimit({ clock, ...WRONG_LINKS })
  const uses = createRateLimit({ clock, ...USES })
  const read = (link: string, request: FastifyRequest): Subscription => {
    const subscription = links.read(link)
    if (subscription === undefined) wrong.take(networkOf(request.ip))
    if (subscription === undefined) throw new DomainError('alert/link-invalid')
    uses.take(JSON.stringify(subscription))
    return subscription
  }

  addRoute(app, getUnsubscription, async ({ params, request }) => {
    const subscription = read(params.link, request)
    if ('reportId' in subscription) {
      const found = await reportMails?.findSubscription(db, subscription)
      if (found === undefined) throw new DomainError('alert/link-invalid')
      return success({ kind: 'report', alertName: null, reportName: found.name ?? null, subscribed: found.subscribed })
    }
    const found = await createAlertOwnerStore(db).findSubscription(subscription)
    if (found === undefined) throw new DomainError('alert/link-invalid')
    const { alertName = null, subscribed } = found
    return success({ kind: 'alert', alertName, reportName: null, subscribed })
  })

  void app.register(async (scope) => {
    // Mail programs send a form of one kind or the other.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, _body, ready) =>
      ready(null, undefined),
    )
    addRoute(scope, byLinkEndpoint, async ({ params, request }) => {
      const subscription = read(params.link, request)
      if ('reportId' in subscription) await reportMails?.endSubscription(db, subscription, clock())
      else await unsubscribeByLink(parts, subscription)
      return done()
    })
  })
}

/** Ends the messages of an alert to one person, who may subscribe again in the portal. Done again it changes nothing. */
async function unsubscribeByLink({ db, bus, clock }: Parts, subscription: AlertSubscription): Promise<void> {
  const { userId, alertId } = subscription
  const wasSubscribed = await db.transaction().execute(async (tx) => {
    const entity = await createAlertOwnerStore(tx).endSubscription(subscription)
    if (entity === undefined) return false
    await createAuditStore(tx).recordChange(
      { userId },
      { kind: 'alert', id: alertId, entity },
      { at: clock(), action: 'unsubscribe from alert', after: { by: 'link in a mail' } },
    )
    return true
  })
  if (wasSubscribed) bus.publish('alert-changed', { alertId })
}
