import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'

/** The name of what follows the sources of alerts. */
export const ALERTS = 'alerts'

/** What follows the source of an alert on one unit. */
export function followerOf(alertId: AlertId, dataId: DataId): string {
  return `${alertId}/${dataId}`
}
