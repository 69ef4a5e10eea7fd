/** What arrives keeps nine tenths of its rate. The rest is for work that continues during rests, such as vacuum of what was replaced. */
const KEPT = 0.94
/** Share of the time of a step. This pause is enough wherever a step leaves time for arriving records. */
const LONGEST_REST = 9
/** What waited during the step arrives at once after it, and says nothing about the rate. */
const SETTLE_MS = 20
const SHORTEST_LOOK_MS = 30
/** Slower arrivals leave room for both. */
const FEWEST_A_SECOND = 500
/** What is left of an older step or rest with each newer one: rates are those of the last few. */
const REMEMBERED = 0.7
/** Older samples are ignored. */
const FORGOTTEN_MS = 2_000

interface BackfillThrottleParts {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  readonly pause: (milliseconds: number) => Promise<void>
}

export type BackfillThrottle = ReturnType<typeof createBackfillThrottle>

/**
 * Lets the work that catches up rest between its steps as long as is needed for what arrives to keep nine tenths of its rate. How much a
 * step takes from it is seen by comparing how much arrives during steps and during rests: where that is the same there is room for both.
 */
export function createBackfillThrottle({ now, pause }: BackfillThrottleParts) {
  const during = createRate()
  const alone = createRate()
  let arrived = 0
  let lastEnd = -Infinity
  let lastRest = 0

  const restFor = async (took: number): Promise<void> => {
    if (during.latest() < FEWEST_A_SECOND && alone.latest() < FEWEST_A_SECOND) return
    // The first rest is as long as the step, to have something to compare with.
    const wanted =
      alone.aSecond() === 0
        ? took
        : took * Math.min((KEPT - during.aSecond() / alone.aSecond()) / (1 - KEPT), LONGEST_REST)
    // A rate that was seen for a moment only does not ask for seconds.
    lastRest = Math.max(Math.min(wanted, Math.max(2 * lastRest, took)), SETTLE_MS + SHORTEST_LOOK_MS)
    await pause(SETTLE_MS)
    const [before, started] = [arrived, now()]
    await pause(lastRest - SETTLE_MS)
    alone.add(arrived - before, now() - started)
  }

  const forget = (): void => {
    during.forget()
    alone.forget()
    lastRest = 0
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
        if (started - lastEnd > FORGOTTEN_MS) forget()
        during.add(arrived - before, took)
        return restFor(took).finally(() => {
          lastEnd = now()
        })
      }
    },
  }
}

/** How much arrives, of which the older counts less and less. */
function createRate() {
  let count = 0
  let time = 0
  let latest = 0
  return {
    add: (more: number, milliseconds: number): void => {
      count = count * REMEMBERED + more
      time = time * REMEMBERED + milliseconds
      latest = (more / milliseconds) * 1000
    },
    forget: (): void => {
      count = 0
      time = 0
      latest = 0
    },
    aSecond: (): number => (time === 0 ? 0 : (count / time) * 1000),
    /** The rate of the last step or rest alone. */
    latest: (): number => latest,
  }
}
