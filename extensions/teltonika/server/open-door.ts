import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { LRUCache } from 'lru-cache'
import { pairSim } from '@fieldwatch/server/fleet/sims/pair-sim'
import { isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { KnownUnit } from '@fieldwatch/server/doors/ingest/unit-authenticator'
import { createRefusedTrackerStore } from '@fieldwatch/server/doors/senders/refused-tracker-store'
import type { Core } from '@fieldwatch/server/extension'
import type { Packet } from './decode-packet.ts'
import { readIccid } from './io-values.ts'
import { createSimPairing } from './sim-pairing.ts'
import { decodeAnswer, decodeTrackerPacket, TRACKER_SOURCES } from './tracker-records.ts'
import { createTeltonikaListener, type TeltonikaListener } from './teltonika-listener.ts'
import type { SessionParts } from './teltonika-session.ts'
import { createTrackerMetrics } from './tracker-metrics.ts'

/** The door of Teltonika trackers; it listens once it is started. The stack closes it. */
export function openDoor(core: Core, stack: AsyncDisposableStack): TeltonikaListener {
  const { database, entrance, senders, slots, clock, log } = core
  const metrics = createTrackerMetrics(core.metrics)
  const { db } = database.ingest
  const pairing = createSimPairing({ pair: (found) => pairSim({ db, clock }, found), log })
  const refused = createRefusedTrackerStore(db)
  const unknown = createUnknownNotes({ ...refused, log, clock })
  const trackers: Omit<SessionParts, 'onSignedIn'> = { enter, current, record, answer }
  const listener = createTeltonikaListener({ ...core, ...entrance, trackers, metrics, settings: core.ingest })
  stack.defer(() => listener.close())
  return listener

  async function enter(imei: string): Promise<KnownUnit | undefined> {
    try {
      const unit = await senders.findUnitByDetail('imei', imei)
      if (unit !== undefined) {
        pairing.forget(unit.dataId)
        slots.forget(unit.dataId)
        await unknown.forget(imei)
        return unit
      }
      metrics.refused.inc({ reason: 'unknown-imei' })
      await unknown.note(imei)
    } catch (error) {
      if (!isDomainError(error) || error.code !== 'unit/deactivated') throw error
      metrics.refused.inc({ reason: 'deactivated' })
    }
    return undefined
  }

  /** Someone may have given the IMEI to another unit, or deactivated this one. */
  async function current(imei: string, { dataId }: KnownUnit): Promise<KnownUnit | undefined> {
    try {
      const unit = await senders.findUnitByDetail('imei', imei)
      return unit?.dataId === dataId ? unit : undefined
    } catch (error) {
      if (!isDomainError(error) || error.code !== 'unit/deactivated') throw error
      return undefined
    }
  }

  async function record(unit: KnownUnit, packet: Packet, data: Buffer): Promise<void> {
    const now = clock()
    const message = await slots.decodeApart({
      dataId: unit.dataId,
      sources: TRACKER_SOURCES,
      decode: (place) => decodeTrackerPacket(packet, data, { place, now }),
    })
    await core.record('teltonika', unit, message)
    if (packet.kind !== 'records') return
    const iccid = packet.records.map(({ io }) => readIccid(io)).findLast((found) => found !== undefined)
    if (iccid !== undefined) await pairing.note(unit.dataId, iccid)
  }

  async function answer(...[unit, request, result]: Parameters<SessionParts['answer']>): Promise<void> {
    await core.record('teltonika', unit, decodeAnswer(request, result, clock()))
  }
}

/** A tracker without a unit comes again every minute: each one is logged once in a while, and noted more often. */
const LOG_EVERY_MS = HOUR_MS
const NOTE_EVERY_MS = 30_000
const TIDY_EVERY_MS = 60_000
const NOTED_TRACKERS = 1_000

type NoteParts = ReturnType<typeof createRefusedTrackerStore> & Pick<Core, 'log' | 'clock'>

/** Remembers the trackers that were refused, for the person who adds their unit. */
function createUnknownNotes({ note, remove, tidy, log, clock }: NoteParts) {
  const logged = new LRUCache<string, true>({ max: NOTED_TRACKERS, ttl: LOG_EVERY_MS })
  const noted = new LRUCache<string, true>({ max: NOTED_TRACKERS, ttl: NOTE_EVERY_MS })
  let tidiedAt = -Infinity
  return {
    note: async (imei: string): Promise<void> => {
      if (!logged.has(imei)) log.warn({ imei }, 'tracker refused: no unit has its IMEI')
      logged.set(imei, true, { noUpdateTTL: true })
      if (noted.has(imei)) return
      noted.set(imei, true)
      await note(imei, clock())
      if (clock() - tidiedAt < TIDY_EVERY_MS) return
      tidiedAt = clock()
      await tidy(tidiedAt)
    },

    forget: async (imei: string): Promise<void> => {
      noted.delete(imei)
      await remove(imei)
    },
  }
}
