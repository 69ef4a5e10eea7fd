import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { Unreached } from '@fieldwatch/server/platform/outside/request-outside'
import type { OpenNetworks } from '@fieldwatch/server/platform/outside/open-networks'
import type { Senders } from '@fieldwatch/server/doors/senders/identify-sender'
import type { SealedSecrets } from '@fieldwatch/server/people/credentials/sealed-secrets'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { RunContext, WorkKind } from '@fieldwatch/server/platform/work/worker'
import { type ClaimedCatchUp, createCatchUpStore, isCatchUpDue } from './catch-up-store.ts'
import { readStoredUplinks } from './read-stored-uplinks.ts'
import { findUnit, type TakeEvent } from './take-event.ts'
import { decodeThingsStack } from './things-stack.ts'

interface Parts extends Pick<Platform, 'db' | 'server' | 'clock'> {
  readonly secrets: SealedSecrets
  readonly networks: OpenNetworks
  readonly take: TakeEvent
  readonly senders: Pick<Senders, 'ofUnit' | 'ofEntity'>
}

/** How far back the first reading goes. */
const FIRST_MS = 24 * HOUR_MS
/** Uplinks are read again for this long, as they may be stored in another order than they arrived. */
const OVERLAP_MS = 5 * 60_000
const RETRY_MS = 10 * 60_000
const AT_ONCE = 500
const TIMEOUT_MS = 60_000

/**
 * Reads what webhooks of The Things Stack could not deliver from its Storage Integration: every hour, and when a server begins. Uplinks
 * that are stored already are recognised as copies.
 */
export function createCatchUpWork(parts: Parts): WorkKind {
  const { db, server, clock, secrets, networks } = parts
  const store = createCatchUpStore(db)
  let hasBegun = false
  return {
    name: 'catch-up',
    isDue: (now) => isCatchUpDue(server, { now, first: !hasBegun }),
    run: async ({ signal }: RunContext) => {
      if (!hasBegun) await store.readSoon()
      hasBegun = true
      while (!signal.aborted) {
        const claimed = await store.claimNext(server, clock())
        if (claimed === undefined) return
        await catchUp(claimed)
      }
    },
  }

  async function catchUp(claimed: ClaimedCatchUp): Promise<void> {
    const { id, url, application, apiKey, readTo } = claimed
    const now = clock()
    const from = readTo === null ? now - FIRST_MS : readTo - OVERLAP_MS
    try {
      const wanted = { url, application, key: secrets.open(apiKey, id), limit: AT_ONCE }
      let after = from
      for (;;) {
        const messages = await readStoredUplinks({ networks, timeoutMs: TIMEOUT_MS }, { ...wanted, after })
        let last = after
        for (const message of messages) last = Math.max(last, await takeMessage(claimed, message))
        if (last > from) await store.advance(id, last)
        if (messages.length < AT_ONCE) break
        // More than a batch of one moment: their time does not say which of them are still missing.
        after = last > after ? last : after + 1
      }
      await store.finish(id, { now, dueAt: now + HOUR_MS })
    } catch (error) {
      if (!(error instanceof Unreached)) throw error
      await store.fail(id, { reason: error.message, dueAt: now + RETRY_MS })
    }
  }

  /** Returns when the network server had it. Messages of devices that no unit has are left out: their webhook reports them. */
  async function takeMessage({ id, entity }: ClaimedCatchUp, body: unknown): Promise<number> {
    const decoded = decodeThingsStack(body, clock())
    if (!('event' in decoded) || decoded.event.kind !== 'uplink') return 0
    const { devEui, receivedAt } = decoded.event
    const unit = await findUnit(parts.senders.ofEntity(entity, id), devEui)
    if (typeof unit !== 'string')
      await parts.take({ door: 'things-stack', sender: parts.senders.ofUnit(unit), decoded, body, isStored: true })
    return receivedAt
  }
}
