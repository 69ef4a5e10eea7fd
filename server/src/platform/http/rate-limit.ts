import { DomainError } from '#platform/errors/domain-error.ts'
import type { Clock } from '#platform/time/clock.ts'

interface Options {
  readonly clock: Clock
  /** So often within the time. */
  readonly most: number
  readonly withinMs: number
}

/** What is remembered: older keys are forgotten where more ask. */
const MOST_KEYS = 10_000

/** Lets each key through so often within a time, in this process. */
export function createRateLimit({ clock, most, withinMs }: Options) {
  const windows = new Map<string, { endsAt: number; count: number }>()
  return {
    /** @throws DomainError request/rate-limited */
    take: (key: string): void => {
      const now = clock()
      const known = windows.get(key)
      const window = known === undefined || known.endsAt <= now ? { endsAt: now + withinMs, count: 0 } : known
      if (window.count >= most) throw new DomainError('request/rate-limited')
      window.count += 1
      windows.delete(key)
      windows.set(key, window)
      const [oldest] = windows.keys()
      if (windows.size > MOST_KEYS && oldest !== undefined) windows.delete(oldest)
    },
  }
}
