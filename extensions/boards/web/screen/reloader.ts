import { DAY_MS } from '@fieldwatch/contract/time/durations'

interface Parts {
  /** The page as the portal has it now. @throws when the portal is away */
  readonly readPage: () => Promise<string>
  /** When the portal answered last. */
  readonly contactAt: () => number | undefined
  readonly now: () => number
  readonly reload: () => void
}

/** How often the page is compared, as long as all is well. */
const COMPARE_MS = 5 * 60_000
/** After a time without the portal this long, the page is loaded again: its certificate may be another one. */
const AWAY_MS = 60_000
/** Two servers of different releases must not make the screen load again and again. */
const LEAST_MS = 60_000

/**
 * Loads the page again when there is reason to, and only at a moment when the portal has just sent it: a screen that loads it while
 * the portal is away shows an error of the browser, and no one is there to press a key.
 */
export function createReloader({ readPage, contactAt, now, reload }: Parts) {
  const begunAt = now()
  let page: string | undefined
  let comparedAt = -Infinity
  let wasAway = false

  return {
    /** Call it twice a minute. */
    look: async (): Promise<void> => {
      const at = now()
      if (at - (contactAt() ?? begunAt) > AWAY_MS) wasAway = true
      const isDue = at - comparedAt >= COMPARE_MS || wasAway || at - begunAt >= DAY_MS
      if (!isDue) return
      const current = await readPage().catch(() => undefined)
      if (current === undefined) return
      comparedAt = at
      page ??= current
      if (at - begunAt < LEAST_MS) return
      if (current !== page || wasAway || at - begunAt >= DAY_MS) reload()
    },
  }
}
