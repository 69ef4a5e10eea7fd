import type { AlertId } from '@fieldwatch/contract/api/ids'

/** What an address says of the alerts on its page: `?alert=…` opens one, `?all=true` shows those of others too. */
export interface AlertPlace {
  alert?: AlertId
  all?: true
}

export const ALERT_PLACE_KEYS = ['alert', 'all'] as const

const LONGEST_ID = 64

/** Keeps the valid part. */
export function readAlertPlace({ alert, all }: Record<string, unknown>): AlertPlace {
  // The router reads what looks like a number as one.
  const id = typeof alert === 'string' || typeof alert === 'number' ? String(alert) : ''
  const isId = id.length > 0 && id.length <= LONGEST_ID
  // The server says whether there is such an alert.
  return { ...(isId ? { alert: id as AlertId } : {}), ...(all === true ? { all } : {}) }
}
