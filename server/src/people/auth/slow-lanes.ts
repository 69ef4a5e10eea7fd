import { DomainError } from '#platform/errors/domain-error.ts'
import type { Pause } from '#platform/time/clock.ts'
import { createTurns } from './turns.ts'

/** The most attempts of one network that wait: the last one then waits a minute at the longest pause. */
const MOST_WAITING = 30

/** Starts the attempts of one network one after the other, each after a pause. */
export function createSlowLanes(pause: Pause) {
  const inTurn = createTurns()
  const waiting = new Map<string, number>()

  /** @throws DomainError auth/too-many-requests when too many of this network wait already */
  return async (network: string, milliseconds: number): Promise<void> => {
    const before = waiting.get(network) ?? 0
    if (before >= MOST_WAITING) {
      const retryAfterSeconds = Math.ceil((before * milliseconds) / 1000)
      throw new DomainError('auth/too-many-requests', { details: { retryAfterSeconds } })
    }
    waiting.set(network, before + 1)
    try {
      await inTurn(network, () => pause(milliseconds))
    } finally {
      const rest = (waiting.get(network) ?? 1) - 1
      if (rest === 0) waiting.delete(network)
      else waiting.set(network, rest)
    }
  }
}
