/**
 * The time of the portal. Clocks of browsers are hours off; ages, live windows and ends of periods are those of the server. It is one for the
 * page, as `Date.now` is, which nothing else may ask.
 */
interface PortalClock {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** How much later it is there than on the clock of this device, in milliseconds; 0 where both are nearly the same. */
  readonly ahead: () => number
  /** Takes the time from an answer to a request that was sent at a moment of this device. */
  readonly note: (response: Pick<Response, 'headers'>, sentAt: number) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Below this a difference is that of the answer's way, and of the seconds in which answers are dated. */
const LEAST_DIFFERENCE_MS = 5_000
/** An answer that took longer says too little: perhaps the device slept. */
const LONGEST_WAY_MS = 10_000
/** Differences that change by less are not told again. */
const NOTICEABLE_MS = 2_000

export function createPortalClock(deviceNow: () => number = () => Date.now()): PortalClock {
  const listeners = new Set<() => void>()
  let ahead = 0
  return {
    now: () => deviceNow() + ahead,
    ahead: () => ahead,
    note: ({ headers }, sentAt) => {
      const arrived = deviceNow()
      const dated = Date.parse(headers.get('date') ?? '')
      if (Number.isNaN(dated) || arrived < sentAt || arrived - sentAt > LONGEST_WAY_MS) return
      const difference = dated - arrived
      const next = Math.abs(difference) < LEAST_DIFFERENCE_MS ? 0 : difference
      if (next === ahead || (next !== 0 && Math.abs(next - ahead) < NOTICEABLE_MS)) return
      ahead = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const portalClock: PortalClock = createPortalClock()

/** Epoch milliseconds, as the portal has them. */
export function portalNow(): number {
  return portalClock.now()
}
