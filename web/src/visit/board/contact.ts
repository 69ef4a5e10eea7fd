/** When the portal answered last, and what time it has. */
export interface Contact {
  /** Epoch milliseconds of this screen; undefined before the first answer. */
  readonly at: () => number | undefined
  /** The time of the portal at a time of this screen, whose clock may be wrong. */
  readonly portalTime: (now: number) => number
  readonly note: (response: Pick<Response, 'headers'>) => void
}

/** Below this a difference is that of the answer's way. */
const LEAST_DIFFERENCE_MS = 5_000

export function createContact(now: () => number = Date.now): Contact {
  let last: number | undefined
  let ahead = 0
  return {
    at: () => last,
    portalTime: (at) => at + ahead,
    note: (response) => {
      last = now()
      const sent = Date.parse(response.headers.get('date') ?? '')
      const difference = sent - last
      if (Number.isFinite(difference)) ahead = Math.abs(difference) < LEAST_DIFFERENCE_MS ? 0 : difference
    },
  }
}
