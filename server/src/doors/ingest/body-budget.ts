import { DomainError } from '#platform/errors/domain-error.ts'

const MIB = 1024 * 1024

/** The most bytes that bodies in progress hold, packed and unpacked; one unit may hold half of them. */
const MOST_BYTES = 96 * MIB

/** What one body holds, from its first byte until its answer. */
export interface HeldBody {
  /** @throws DomainError server/unavailable when bodies hold too much: the unit has to send this one again */
  hold: (bytes: number) => void
  release: () => void
}

export type BodyBudget = ReturnType<typeof createBodyBudget>

export function createBodyBudget({ mostBytes = MOST_BYTES }: { mostBytes?: number } = {}) {
  const mostOfUnit = mostBytes / 2
  let held = 0
  const bySender = new Map<string, number>()
  return {
    /** By the dataID of the unit, or what else identifies the sender. */
    open: (sender: string): HeldBody => {
      let own = 0
      return {
        hold: (bytes) => {
          const ofUnit = bySender.get(sender) ?? 0
          if (held + bytes > mostBytes || ofUnit + bytes > mostOfUnit) throw new DomainError('server/unavailable')
          held += bytes
          own += bytes
          bySender.set(sender, ofUnit + bytes)
        },
        release: () => {
          held -= own
          const left = (bySender.get(sender) ?? 0) - own
          if (left > 0) bySender.set(sender, left)
          else bySender.delete(sender)
          own = 0
        },
      }
    },

    /** The bytes that bodies hold now. */
    heldBytes: (): number => held,
  }
}
