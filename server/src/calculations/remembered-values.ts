import type { SourceName } from '@fieldwatch/contract/ids'
import type { ArrivalCursor, ClaimedCalculation } from './computation-store.ts'

/** The latest values of an equation's variables. */
export interface LatestValues {
  readonly values: readonly (number | undefined)[]
  /** No record that was looked at is later. */
  readonly upTo: number
}

export type RememberedValues = ReturnType<typeof createRememberedValues>

/** Calculations that are remembered. */
const REMEMBERED = 20_000

/**
 * The latest values of calculations between two steps, so that a record that comes in order needs no look at others. They count only
 * while the calculation is where it was left: another server may have carried on.
 */
export function createRememberedValues() {
  const remembered = new Map<number, { state: string; latest: LatestValues }>()
  return {
    find: (claimed: ClaimedCalculation): LatestValues | undefined => {
      const known = remembered.get(claimed.id)
      return known?.state === stateOf(claimed, (source) => cursorOf(claimed, source)) ? known.latest : undefined
    },

    keep: (
      claimed: ClaimedCalculation,
      cursors: ReadonlyMap<SourceName, ArrivalCursor>,
      latest: LatestValues | undefined,
    ): void => {
      if (remembered.size >= REMEMBERED) remembered.clear()
      if (latest === undefined) remembered.delete(claimed.id)
      else remembered.set(claimed.id, { state: stateOf(claimed, (source) => cursors.get(source)), latest })
    },
  }
}

function cursorOf({ inputs }: ClaimedCalculation, source: SourceName): ArrivalCursor | undefined {
  return inputs.find((input) => input.source === source)?.cursor
}

function stateOf(
  { revision, inputs }: ClaimedCalculation,
  cursor: (source: SourceName) => ArrivalCursor | undefined,
): string {
  return JSON.stringify([revision, ...inputs.map(({ source, key }) => [source, key, cursor(source)])])
}
