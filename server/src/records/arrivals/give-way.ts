/** What arrives keeps at least this part of its rate, and a little is left for what this cannot see. */
const KEPT = 0.92
/** Of the time of a step. So long a rest is enough wherever a step leaves anything to what arrives. */
const LONGEST_REST = 9
/** What waited during the step arrives at once after it, and says nothing about the rate. */
const SETTLE_MS = 20
const SHORTEST_LOOK_MS = 30
/** Slower arrivals leave room for both. */
const FEWEST_A_SECOND = 500
/** Rates are of about so long a time. */
const REMEMBERED_MS = 3_000

export interface GiveWayParts {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  readonly pause: (milliseconds: number) => Promise<void>
}

export type GiveWay = ReturnType<typeof createGiveWay>

/**
 * Lets the work that catches up rest between its steps as long as is needed for what arrives to keep nine tenths of its rate. How much a
 * step takes from it is seen by comparing how much arrives during steps and during rests: where that is the same there is room for both.
 */
export function createGiveWay({ now, pause }: GiveWayParts) {
  const during = createRate()
  const alone = createRate()
  let arrived = 0

  const restFor = async (took: number): Promise<void> => {
    if (during.aSecond() < FEWEST_A_SECOND && alone.aSecond() < FEWEST_A_SECOND) return
    const kept = alone.aSecond() === 0 ? 1 : during.aSecond() / alone.aSecond()
    const wanted = took * Math.min((KEPT - kept) / (1 - KEPT), LONGEST_REST)
    await pause(SETTLE_MS)
    const [before, started] = [arrived, now()]
    await pause(Math.max(wanted - SETTLE_MS, SHORTEST_LOOK_MS))
    alone.add(arrived - before, now() - started)
  }

  return {
    /** So many records were stored. */
    noteArrived: (count: number): void => {
      arrived += count
    },

    /** Call it before a step, and what it returns after one that catches up: that resolves when the next one may begin. */
    begin: (): (() => Promise<void>) => {
      const [before, started] = [arrived, now()]
      return () => {
        const took = now() - started
        during.add(arrived - before, took)
        return restFor(took)
      }
    },
  }
}

/** How much arrives, of which the older counts less and less. */
function createRate() {
  let count = 0
  let time = 0
  return {
    add: (more: number, milliseconds: number): void => {
      const left = REMEMBERED_MS / (REMEMBERED_MS + milliseconds)
      count = count * left + more
      time = time * left + milliseconds
    },
    aSecond: (): number => (time === 0 ? 0 : (count / time) * 1000),
  }
}
