import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { ReportSchedule } from '../../contract/report-schedules.ts'

/** A report that Ada made and gets every day. */
export function buildSchedule(parts: Partial<ReportSchedule> = {}): ReportSchedule {
  return {
    scheduleID: 7,
    dataID: 'Room-1' as DataId,
    deviceName: 'North room',
    unitInReach: true,
    entity: 'water' as EntityId,
    name: 'Daily',
    content: { kind: 'events', event: 'Hot', report: 'per_event' },
    rhythm: { every: 'day', hour: 6, timeZone: 'UTC' },
    recipients: [{ uid: 'ada' as UserId, name: 'Ada Lovelace' }],
    recipientCount: 1,
    active: true,
    stopped: null,
    awaitsRecipients: false,
    nextUTC: '2026-11-23T06:00:00.000Z',
    madeBy: 'Ada Lovelace',
    mine: true,
    editable: true,
    last: null,
    version: 3,
    ...parts,
  }
}
