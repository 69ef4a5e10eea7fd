import type { WebhookSettings } from '#delivery/webhooks/send-webhook.ts'
import { NO_NETWORKS } from '#delivery/webhooks/webhook-address.ts'
import type { CodecSandbox } from '#doors/codecs/codec-sandbox.ts'
import type { createUnitCodecs } from '#doors/codecs/codec-store.ts'
import type { SealedSecrets } from '#people/credentials/sealed-secrets.ts'
import type { Platform } from '#platform/floor.ts'
import { createDownlinkStore } from './downlink-store.ts'
import { createFollowDownlinks } from './follow-downlinks.ts'
import type { RequestHandOut } from './request-hand-out.ts'
import { createDownlinkWork } from './send-downlinks.ts'

interface Parts extends Pick<Platform, 'database' | 'worker' | 'clock' | 'random'> {
  readonly server: { readonly name: string }
  readonly secrets: SealedSecrets
  readonly webhooks: WebhookSettings | undefined
  readonly requests: { readonly handOut: RequestHandOut }
  readonly codecs: ReturnType<typeof createUnitCodecs>
  readonly sandbox: Pick<CodecSandbox, 'encode'>
}

/** The network servers of LoRaWAN devices: requests go to them, and their reports move the requests. */
export function createNetworkServerRoom(parts: Parts) {
  const { database, worker, server, webhooks, requests } = parts
  const networks = webhooks?.networks ?? NO_NETWORKS
  const { handOut } = requests
  const background = { ...parts, db: database.background.db, server: server.name, handOut, networks }
  worker.add(createDownlinkWork({ ...background, follow: createFollowDownlinks(background) }))
  return {
    networks,
    /** For reports that arrive with what units send. */
    follow: createFollowDownlinks({ ...parts, db: database.ingest.db, handOut }),
    devices: createDownlinkStore(database.ingest.db),
  }
}
