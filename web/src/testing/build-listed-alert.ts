import type { AlertHistoryEntry } from '@fieldwatch/contract/alerts/alert-history'
import type { Alert, AlertState } from '@fieldwatch/contract/alerts/alerts'
import type { DataId, SourceName, UserId } from '@fieldwatch/contract/api/ids'
import { whole } from './answers.ts'
import { buildAlert } from './build-alert.ts'

/** The state of an alert for a unit: OK, unless the test says otherwise. */
export function buildAlertState(given: Partial<AlertState> = {}): AlertState {
  return {
    dataID: 'tank-01' as DataId,
    friendlyName: 'North tank',
    status: 'ok',
    sinceUTC: null,
    value: null,
    lastUTC: '2026-11-21T08:00:00.000Z',
    lastValue: 4.5,
    silentSeconds: null,
    comparison: null,
    acknowledgedUTC: null,
    acknowledgedBy: null,
    comment: null,
    snoozedUntilUTC: null,
    maintainedUntilUTC: null,
    resting: null,
    ended: null,
    ...given,
  }
}

/** An alert that its reader owns as it is listed, on one unit but for what the test mentions. */
export function buildListedAlert({ states = [buildAlertState()], ...given }: Partial<Alert> = {}): Alert {
  return {
    ...buildAlert({
      name: 'Too warm',
      source: 'room' as SourceName,
      people: [{ id: 'ada' as UserId, name: 'Ada Lovelace' }],
    }),
    devices: states.map(({ dataID }) => dataID),
    status: states.some(({ status }) => status === 'high') ? 'high' : 'ok',
    states,
    ...given,
  }
}

/** A page of a list of alerts, the first and only one. */
export function buildAlertPage(details: readonly Alert[]) {
  const pagination = { page: 1, pageSize: 100, total: details.length, hasNext: false }
  return whole({ status: 'success' as const, details, pagination })
}

/** That an alert was triggered on a unit. */
export function buildHappening(given: Partial<AlertHistoryEntry> = {}): AlertHistoryEntry {
  return {
    dataID: 'tank-01' as DataId,
    friendlyName: 'North tank',
    happening: 'high',
    atUTC: '2026-11-21T08:00:00.000Z',
    notedUTC: '2026-11-21T08:00:01.000Z',
    value: 8.4,
    limit: 8,
    unitOfMeasure: null,
    late: false,
    untilUTC: null,
    by: null,
    comment: null,
    reason: null,
    ...given,
  }
}
