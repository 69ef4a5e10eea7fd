import { createDelivery } from '@fieldwatch/server/delivery/outbox/deliver-outbox'
import type { ServerExtension } from '@fieldwatch/server/extension'
import { NO_NETWORKS } from '@fieldwatch/server/platform/outside/open-networks'
import * as endpoints from '../contract/webhooks.ts'
import { createCatchUpWork, leaveOut } from './left-out.ts'
import { notifyOfSwitchOff } from './notify-admins.ts'
import { WEBHOOK_CHANNEL } from './webhook-channel.ts'
import { WEBHOOKS } from './webhook-consequences.ts'
import { registerWebhookRoutes } from './webhook-routes.ts'
import { createWebhookRefusal, createWebhookSender, type SwitchedOff } from './webhook-sender.ts'

/** A webhook that does not answer delays few others. */
const AT_ONCE = 8

/** Programs and chat rooms that get the alerts of an entity. */
export const webhooks: ServerExtension = {
  name: 'webhooks',
  endpoints,
  consequences: () => ({ webhook: WEBHOOKS }),
  activity: { webhook: { topic: 'organisation', named: ['webhook', 'name'] } },
  alertChannel: WEBHOOK_CHANNEL,
  leaveOut,
  start: (core) => {
    const { database, worker, outside: settings } = core
    const background = { ...core, db: database.background.db, server: core.server.name }
    worker.add(createCatchUpWork(background))
    if (settings !== undefined) {
      const onSwitchedOff: SwitchedOff = (webhook, reason) => notifyOfSwitchOff(background, webhook, reason)
      const sender = createWebhookSender({ ...background, settings, onSwitchedOff })
      const refusalOf = createWebhookRefusal(background.db)
      worker.add(
        createDelivery({ ...background, sender, refusalOf, atOnce: AT_ONCE, retrySeconds: settings.retrySeconds }),
      )
    }
    return {
      routes: (app) =>
        registerWebhookRoutes(app, { ...core, db: database.db, settings: settings ?? { networks: NO_NETWORKS } }),
    }
  },
}
