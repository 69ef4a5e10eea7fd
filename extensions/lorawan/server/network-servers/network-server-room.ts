import type { OpenNetworks } from '@fieldwatch/server/platform/outside/open-networks'
import type { CodecSandbox } from '../codecs/codec-sandbox.ts'
import type { createUnitCodecs } from '../codecs/codec-store.ts'
import type { SealedSecrets } from '@fieldwatch/server/people/credentials/sealed-secrets'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { createDownlinkStore } from './downlink-store.ts'
import { createFollowDownlinks } from './follow-downlinks.ts'
import type { RequestHandOut } from '@fieldwatch/server/doors/senders/request-hand-out'
import { createDownlinkWork } from './send-downlinks.ts'

interface Parts extends Pick<Platform, 'database' | 'worker' | 'clock' | 'random'> {
  readonly server: { readonly name: string }
  readonly secrets: SealedSecrets
  readonly networks: OpenNetworks
  readonly requests: { readonly handOut: RequestHandOut }
  readonly codecs: ReturnType<typeof createUnitCodecs>
  readonly sandbox: Pick<CodecSandbox, 'encode'>
}

/** The network servers of LoRaWAN devices: requests go to them, and their reports move the requests. */
export function createNetworkServerRoom(parts: Parts) {
  const { database, worker, server, requests } = parts
  const { handOut } = requests
  const background = { ...parts, db: database.background.db, server: server.name, handOut }
  worker.add(createDownlinkWork({ ...background, follow: createFollowDownlinks(background) }))
  return {
    /** For reports that arrive with what units send. */
    follow: createFollowDownlinks({ ...parts, db: database.ingest.db, handOut }),
    devices: createDownlinkStore(database.ingest.db),
  }
}
