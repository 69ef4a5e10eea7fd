import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { formatPickedRange } from '#shared/time-range/picked-range.ts'

/** So much is shown before and behind the moment. */
const MARGIN_MS = HOUR_MS

/** Where a unit is drawn around a moment, with the limit of an alert and when it was triggered. */
export function alertLink(alertId: AlertId, dataId: DataId, utc: string) {
  const at = Date.parse(utc)
  const range = { kind: 'fixed', from: at - MARGIN_MS, to: at + MARGIN_MS } as const
  return {
    to: '/dashboard/$dataID/time-series',
    params: { dataID: dataId },
    search: { history: formatPickedRange(range), alert: alertId, at: utc },
  } as const
}
