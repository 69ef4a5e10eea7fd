import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { LRUCache } from 'lru-cache'
import { pairSim } from '#fleet/sims/pair-sim.ts'
import { isDomainError } from '#platform/errors/domain-error.ts'
import type { IngestSettings } from '#doors/ingest/ingest-settings.ts'
import type { Ingest } from '#doors/ingest/start-ingest.ts'
import type { KnownUnit } from '#doors/ingest/unit-authenticator.ts'
import type { RecordAtDoor } from '#doors/senders/record-at-door.ts'
import type { Senders } from '#doors/senders/identify-sender.ts'
import type { TimeSlots } from '#doors/senders/time-slots.ts'
import type { Platform } from '#platform/floor.ts'
import type { Packet } from './decode-packet.ts'
import { readIccid } from './io-values.ts'
import { createRefusedTrackerStore } from './refused-tracker-store.ts'
import { createSimPairing } from './sim-pairing.ts'
import { decodeAnswer, decodeTrackerPacket, TRACKER_SOURCES } from './tracker-records.ts'
import { createTeltonikaListener, type TeltonikaListener } from './teltonika-listener.ts'
import type { SessionParts } from './teltonika-session.ts'

interface Parts extends Pick<Platform, 'database' | 'bus' | 'clock' | 'metrics' | 'log'> {
  readonly entrance: Ingest
  readonly senders: Senders
  readonly record: RecordAtDoor
  readonly slots: TimeSlots
  readonly ingest: IngestSettings
}

/** The door of Teltonika trackers; it listens once it is started. The stack closes it. */
export function startTeltonika(parts: Parts, stack: AsyncDisposableStack): TeltonikaListener {
  const { database, entrance, senders, slots, clock, log, metrics } = parts
  const { db } = database.ingest
  const pairing = createSimPairing({ pair: (found) => pairSim({ db, clock }, found), log })
  const refused = createRefusedTrackerStore(db)
  const unknown = createUnknownNotes({ ...refused, log, clock })
  const trackers: Omit<SessionParts, 'onSignedIn'> = { enter, current, record, answer }
  const listener = createTeltonikaListener({ ...parts, ...entrance, trackers, settings: parts.ingest })
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
      metrics.teltonikaRefused.inc({ reason: 'unknown-imei' })
      await unknown.note(imei)
    } catch (error) {
      if (!isDomainError(error) || error.code !== 'unit/deactivated') throw error
      metrics.teltonikaRefused.inc({ reason: 'deactivated' })
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
    await parts.record('teltonika', unit, message)
    if (packet.kind !== 'records') return
    const iccid = packet.records.map(({ io }) => readIccid(io)).findLast((found) => found !== undefined)
    if (iccid !== undefined) await pairing.note(unit.dataId, iccid)
  }

  async function answer(...[unit, request, result]: Parameters<SessionParts['answer']>): Promise<void> {
    await parts.record('teltonika', unit, decodeAnswer(request, result, clock()))
  }
}

/** A tracker without a unit comes again every minute: each one is logged once in a while, and noted more often. */
const LOG_EVERY_MS = HOUR_MS
const NOTE_EVERY_MS = 30_000
const TIDY_EVERY_MS = 60_000
const NOTED_TRACKERS = 1_000

type NoteParts = ReturnType<typeof createRefusedTrackerStore> & Pick<Platform, 'log' | 'clock'>

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
