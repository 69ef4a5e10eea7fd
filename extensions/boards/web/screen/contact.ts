import { portalNow } from '@fieldwatch/web/platform/time/portal-clock.ts'

/** When the portal answered last. */
export interface Contact {
  /** Epoch milliseconds; undefined before the first answer. */
  readonly at: () => number | undefined
  readonly note: () => void
}

export function createContact(): Contact {
  let last: number | undefined
  return {
    at: () => last,
    note: () => {
      last = portalNow()
    },
  }
}
