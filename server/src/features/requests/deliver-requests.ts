import type { DataId } from '@fieldwatch/contract/api/ids'
import { afterMisses } from '#platform/bus/after-misses.ts'
import type { Platform } from '#platform/floor.ts'
import { every } from '#platform/time/every.ts'
import type { BusEvents } from '#platform/bus/bus.ts'
import { createDeliveryStore } from './delivery-store.ts'
import type { HandOut } from './hand-out.ts'

interface Parts extends Pick<Platform, 'db' | 'bus' | 'server' | 'clock' | 'log'> {
  /** What waits for a unit and may be sent. */
  readonly queue: Pick<HandOut, 'next'>
}

/** How often is looked for what the bus did not tell, or the database could not. */
const LOOK_EVERY_MS = 5_000
const UNITS_A_LOOK = 1_000

/**
 * Sends what waits for units that are connected, one after the other: the next request goes when the unit has confirmed the one before. A
 * connection never gets the same one twice; what was not confirmed on it goes to the next one.
 */
export function startDelivery({ db, bus, queue, server, clock, log }: Parts): { close: () => Promise<void> } {
  const store = createDeliveryStore(db)
  const working = new Set<Promise<void>>()
  const stops = [
    bus.subscribe('request-waits', ({ dataId }) => inBackground(dataId, () => sendNext(dataId))),
    bus.subscribe('unit-subscribed', ({ dataId, topic }) => {
      if (topic === 'actions') inBackground(dataId, () => sendNext(dataId))
    }),
    afterMisses({ bus, log, pauseMs: LOOK_EVERY_MS }, look),
    bus.subscribe('unit-message-progress', (reached) => inBackground(reached.dataId, () => note(reached))),
  ]
  const looking = every(LOOK_EVERY_MS, look, log)

  return {
    close: async () => {
      for (const stop of stops) stop()
      await looking.close()
      await Promise.all(working)
    },
  }

  /** The first request, or the first after one. */
  async function sendNext(dataId: DataId, after = 0): Promise<void> {
    const next = await queue.next(dataId, after)
    // It may have expired while the database answered.
    if (next === undefined || next.expiresAt <= clock()) return
    const { message } = next
    bus.publish('unit-message', { dataId, topic: 'actions', message, receipt: message.action_id })
  }

  async function note({ dataId, receipt: id, progress, door }: BusEvents['unit-message-progress']): Promise<void> {
    if (progress === 'not-taken') return sendNext(dataId, id)
    const now = clock()
    if (progress === 'confirmed') await store.markHandedOver(dataId, id, { now, door })
    else await store.markSent(dataId, [id], { now, once: progress === 'sent-once' })
    bus.publish('requests-changed', { dataId })
    if (progress !== 'sent') await sendNext(dataId)
  }

  async function look(): Promise<void> {
    for (const dataId of await store.listWaitingUnits(server, UNITS_A_LOOK)) await sendNext(dataId)
  }

  function inBackground(dataId: DataId, work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => log.warn({ err: error, dataID: dataId }, 'request postponed'))
      .finally(() => working.delete(running))
    working.add(running)
  }
}
