import { type ActionMessage, MOST_REQUESTS_A_POLL } from '@fieldwatch/contract/actions/action-messages'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Door } from '@fieldwatch/contract/api/doors'
import { afterMisses } from '#platform/bus/after-misses.ts'
import { shareLookups } from '#platform/database/share-statements.ts'
import type { Platform } from '#platform/floor.ts'
import { createDeliveryStore, type WaitingRequest } from './delivery-store.ts'
import type { HandOut } from './hand-out.ts'
import { withholdUnpermitted } from './withhold-requests.ts'

interface Parts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'log'> {
  /** What waits for a unit and may be sent. */
  readonly queue: Pick<HandOut, 'next'>
}

interface Asked {
  readonly dataId: DataId
  readonly waitSeconds: number
  /** What the unit says that it has. */
  readonly after: number | undefined
  /** Hands out only the first of these, and never again. */
  readonly firstOf?: (message: ActionMessage) => boolean
  /** Comes when the unit has gone. */
  readonly signal: AbortSignal
}

/** A unit that asks once more while so many of its questions wait has given up the oldest. */
const WAITING_A_UNIT = 2
/** All that wait look once after messages were missed, and not again so soon. */
const REST_MS = 5_000

type Reason = 'look' | 'give-up'

export type UnitPolls = ReturnType<typeof createUnitPolls>

/** Units that ask for their requests by HTTP. One that waits costs a timer and its place in a map. */
export function createUnitPolls({ db, bus, clock, log, queue }: Parts) {
  const store = createDeliveryStore(db)
  // Senders that cannot wait ask with each message, and mostly for nothing.
  const hasNext = shareLookups({ clock }, (dataIds: readonly DataId[]) => store.listUnitsWithNext(dataIds, clock()))
  const waiting = new Map<DataId, Set<(reason: Reason) => void>>()
  const stops = [
    bus.subscribe('request-waits', ({ dataId }) => {
      for (const wake of waiting.get(dataId) ?? []) wake('look')
    }),
    afterMisses({ bus, log, pauseMs: REST_MS }, () => {
      for (const wakes of waiting.values()) for (const wake of wakes) wake('look')
    }),
  ]

  return {
    /** What waits for the unit, as soon as something does; nothing when that takes too long. */
    poll: async ({ dataId, waitSeconds, after, firstOf, signal }: Asked): Promise<ActionMessage[]> => {
      if (after !== undefined && (await store.markHandedOverUpTo(dataId, after, { now: clock(), door: 'http' })))
        bus.publish('requests-changed', { dataId })
      const until = performance.now() + waitSeconds * 1000
      for (;;) {
        // Set up before the database is asked, so that nothing is missed that comes in the meantime.
        const waiter = sleep(dataId, Math.max(0, until - performance.now()), signal)
        try {
          const found = await listFor(dataId, firstOf)
          if (signal.aborted) return []
          const permitted = await withholdUnpermitted(db, { dataId, now: clock() }, found)
          if (permitted.length > 0) return await handOut(dataId, permitted, { once: firstOf !== undefined })
          if (found.length > 0) continue
          if (performance.now() >= until || (await waiter.woken) === 'give-up') return []
        } finally {
          waiter.wake('look')
        }
      }
    },

    /** The next request for a sender that cannot confirm one: it counts as handed over, and is given out once. */
    takeNext: async (dataId: DataId, door: Door): Promise<ActionMessage | undefined> => {
      while ((await hasNext(dataId)) === true) {
        const permitted = await queue.next(dataId)
        if (permitted === undefined) return undefined
        const { message } = permitted
        await store.markSent(dataId, [message.action_id], { now: clock(), once: true })
        const isOurs = await store.markHandedOverUpTo(dataId, message.action_id, { now: clock(), door })
        if (!isOurs) continue
        bus.publish('requests-changed', { dataId })
        return message
      }
      return undefined
    },

    /** Answers all that wait. */
    close: (): void => {
      for (const stop of stops) stop()
      for (const wakes of waiting.values()) for (const wake of wakes) wake('give-up')
    },
  }

  async function listFor(dataId: DataId, firstOf: Asked['firstOf']): Promise<WaitingRequest[]> {
    const found = await store.listForPoll(dataId, clock(), {
      limit: MOST_REQUESTS_A_POLL,
      again: firstOf === undefined,
    })
    return firstOf === undefined ? found : found.filter(({ message }) => firstOf(message)).slice(0, 1)
  }

  async function handOut(
    dataId: DataId,
    found: readonly WaitingRequest[],
    { once }: { once: boolean },
  ): Promise<ActionMessage[]> {
    const ids = found.map(({ message }) => message.action_id)
    await store.markSent(dataId, ids, { now: clock(), once })
    bus.publish('requests-changed', { dataId })
    // Some may have expired while the database answered.
    const now = clock()
    return found.filter(({ expiresAt }) => expiresAt > now).map(({ message }) => message)
  }

  function sleep(dataId: DataId, milliseconds: number, signal: AbortSignal) {
    const { promise: woken, resolve } = Promise.withResolvers<Reason>()
    const wakes = waiting.get(dataId) ?? new Set()
    waiting.set(dataId, wakes)
    const wake = (reason: Reason): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onGone)
      wakes.delete(wake)
      if (wakes.size === 0 && waiting.get(dataId) === wakes) waiting.delete(dataId)
      resolve(reason)
    }
    const onGone = (): void => wake('give-up')
    const timer = setTimeout(() => wake('look'), milliseconds).unref()
    signal.addEventListener('abort', onGone)
    wakes.add(wake)
    const [oldest] = wakes
    if (wakes.size > WAITING_A_UNIT) oldest?.('give-up')
    return { woken, wake }
  }
}
