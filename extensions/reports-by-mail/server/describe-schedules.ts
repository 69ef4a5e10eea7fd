import type { ReportSchedule } from '../contract/report-schedules.ts'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { formatTime, formatTimeOrNull } from '@fieldwatch/server/platform/time/format-time'
import { standingOf } from './schedule-policy.ts'
import type { StoredSchedule } from './schedule-store.ts'

/** A scheduled report as one person sees it: only its managers see who else gets it. */
export function describeSchedule(caller: Caller, of: StoredSchedule): ReportSchedule {
  const standing = standingOf(caller, of)
  const editable = standing === 'keeper'
  const unitInReach = standing !== 'remover'
  const recipients = of.recipients.map((uid, index) => ({ uid, name: of.recipientNames[index] ?? '' }))
  return {
    scheduleID: of.id,
    dataID: of.dataId,
    deviceName: unitInReach ? of.unitName : '',
    unitInReach,
    entity: of.entity,
    name: of.name,
    content: of.content,
    rhythm: of.rhythm,
    recipients: editable ? recipients : recipients.filter(({ uid }) => uid === caller.userId),
    recipientCount: recipients.length,
    active: of.dueAt !== undefined,
    stopped: of.stopped ?? null,
    awaitsRecipients: of.awaitsRecipients,
    nextUTC: formatTimeOrNull(of.dueAt),
    madeBy: of.madeByName ?? null,
    mine: of.recipients.includes(caller.userId),
    editable,
    last: of.last === undefined ? null : { atUTC: formatTime(of.last.at), state: of.last.state, note: of.last.note },
    version: of.version,
  }
}
