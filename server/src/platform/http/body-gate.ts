import { say } from '@fieldwatch/messages/server-sentences'
import type { UserId } from '@fieldwatch/contract/api/ids'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createBudget } from './budget.ts'

/** Large bodies of one user at once: a page uploads one or two. */
const PER_PERSON = 4

/** Bytes of all large bodies that are read or processed at once: four pictures, or the longest file. */
const BYTES_AT_ONCE = 18 * 1024 * 1024

/** The most bodies that wait. */
const WAITING_AT_ONCE = 200

export type BodyGate = ReturnType<typeof createBodyGate>

/** Admits as many large bodies as there is memory for. The others wait unread at their senders. */
export function createBodyGate() {
  const budget = createBudget(BYTES_AT_ONCE)
  const counts = new Map<UserId, number>()

  function leave(person: UserId): void {
    const left = (counts.get(person) ?? 1) - 1
    if (left === 0) counts.delete(person)
    else counts.set(person, left)
  }

  return {
    /**
     * Waits until `bytes` may be read; call the result when they are done with. `gone` aborts when the sender leaves.
     * @throws DomainError request/rate-limited, server/unavailable
     */
    enter: async (person: UserId, bytes: number, gone: AbortSignal): Promise<() => void> => {
      const count = counts.get(person) ?? 0
      if (count >= PER_PERSON) {
        throw new DomainError('request/rate-limited', {
          message: say('answers.uploads', { count: PER_PERSON }),
          details: { retryAfterSeconds: 2 },
        })
      }
      if (budget.waiting() >= WAITING_AT_ONCE) throw new DomainError('server/unavailable')
      counts.set(person, count + 1)
      try {
        const giveBack = await budget.take(bytes, gone)
        return () => {
          giveBack()
          leave(person)
        }
      } catch (error) {
        leave(person)
        throw new DomainError('request/invalid', { message: say('answers.sender-left'), cause: error })
      }
    },
  }
}
