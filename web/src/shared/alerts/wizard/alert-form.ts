import { type AlertOperator, intervalSeconds, splitInterval } from '@fieldwatch/contract/alerts/alert-conditions'
import type { Alert, AlertDraft, AlertType } from '@fieldwatch/contract/alerts/alerts'
import type { DataId, EntityId, SourceName, UserId } from '@fieldwatch/contract/api/ids'
import type { AskedRehearsal } from '../rehearsal/rehearsal-queries.ts'
import { NO_TIMES, scheduleOfTimes, type TimesForm, timesOfSchedule } from './schedule-form.ts'
import { secondsOf, spanOf, type TimeSpan } from './time-span.ts'

/** A number as it is entered. Empty text: none; NaN: what was typed is not a number. */
export type Entered = number | ''

/** An alert as it is entered. What the other types have is kept while one is chosen. */
export interface AlertForm {
  name: string
  description: string
  entity: EntityId
  devices: readonly DataId[]
  type: AlertType
  /** Only for an alert on a value; empty: not chosen. */
  source: string
  field: string
  operator: AlertOperator | ''
  constant: Entered
  hasClearLimit: boolean
  clearLimit: Entered
  /** How long a value has to be beyond its limit, or an event to last; nothing: it is triggered at once. */
  lasting: TimeSpan
  /** The name of an event table; empty: not chosen. */
  event: string
  /** Only for an alert on an event table on a place. */
  times: TimesForm
  /** In which these times are, and those of messages. */
  timeZone: string
  /** Only for an alert on silence; empty: the whole unit. */
  silentSource: string
  isLearned: boolean
  silentFor: TimeSpan
  grace: TimeSpan
  frequency: 'once' | 'again'
  days: Entered
  hours: Entered
  minutes: Entered
  owners: readonly UserId[]
  viewers: readonly UserId[]
}

const STANDARD_GRACE_SECONDS = 120

interface Start {
  entity: EntityId
  /** Preselected. */
  devices: readonly DataId[]
  owners: readonly UserId[]
  /** The name of an event table that is preselected. */
  event?: string | null | undefined
}

export function emptyAlertForm({ entity, devices, owners, event = null }: Start): AlertForm {
  return {
    name: '',
    description: '',
    entity,
    devices,
    type: event === null ? 'value' : 'event',
    source: '',
    field: '',
    operator: '',
    constant: '',
    hasClearLimit: false,
    clearLimit: '',
    lasting: { amount: '', unit: 'minutes' },
    event: event ?? '',
    times: NO_TIMES,
    timeZone: ownTimeZone(),
    silentSource: '',
    isLearned: true,
    silentFor: { amount: '', unit: 'hours' },
    grace: spanOf(STANDARD_GRACE_SECONDS),
    frequency: 'once',
    days: '',
    hours: '',
    minutes: '',
    owners,
    viewers: [],
  }
}

export function formOfAlert(alert: Alert): AlertForm {
  const { condition, clearLimit, forSeconds, silentSeconds, interval, source } = alert
  const empty = emptyAlertForm(alert)
  return {
    ...empty,
    name: alert.name,
    description: alert.description,
    type: alert.type,
    ...(alert.type === 'silence' ? { silentSource: source ?? '' } : { source: source ?? '' }),
    field: condition?.field ?? '',
    operator: condition?.operator ?? '',
    constant: condition?.constant ?? '',
    hasClearLimit: clearLimit !== null,
    clearLimit: clearLimit ?? '',
    times: timesOfSchedule(alert.schedule),
    timeZone: alert.timeZone,
    lasting: forSeconds === 0 ? empty.lasting : spanOf(forSeconds),
    isLearned: silentSeconds === null,
    silentFor: silentSeconds === null ? empty.silentFor : spanOf(silentSeconds),
    grace: spanOf(alert.graceSeconds),
    frequency: interval === 0 ? 'once' : 'again',
    ...(interval === 0 ? {} : splitInterval(interval)),
    viewers: alert.viewers,
  }
}

/** What the portal is sent of a form without problems. */
export function draftOf(form: AlertForm): Omit<AlertDraft, 'timeZone'> {
  const { type, operator } = form
  const [isValue, isSilence] = [type === 'value', type === 'silence']
  const schedule = type === 'event' ? scheduleOfTimes(form.times) : null
  const source = isValue ? form.source : isSilence ? form.silentSource : ''
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    entity: form.entity,
    devices: [...form.devices],
    type,
    source: source === '' ? null : (source as SourceName),
    event: type !== 'event' || form.event === '' ? null : form.event,
    condition:
      isValue && operator !== '' ? { field: form.field, operator, constant: numberOf(form.constant) ?? 0 } : null,
    clearLimit: isValue && hasSide(operator) && form.hasClearLimit ? (numberOf(form.clearLimit) ?? null) : null,
    forSeconds: isSilence || schedule?.kind === 'by' ? 0 : secondsOf(form.lasting),
    schedule,
    silentSeconds: isSilence && !form.isLearned ? secondsOf(form.silentFor) : null,
    graceSeconds: secondsOf(form.grace),
    interval: form.frequency === 'again' ? secondsOfInterval(form) : 0,
    owners: [...form.owners],
    viewers: [...form.viewers],
  }
}

/** What is tried out of a form without problems in its condition; undefined: nothing can be. */
export function rehearsalOf(form: AlertForm): AskedRehearsal | undefined {
  const {
    name: _name,
    description: _text,
    entity: _entity,
    owners: _owners,
    viewers: _viewers,
    schedule,
    ...asked
  } = draftOf(form)
  const isValueMissing = asked.type === 'value' && (asked.source === null || asked.condition === null)
  const isTableMissing = asked.type === 'event' && asked.event === null
  // What an alert missed by a deadline cannot be previewed.
  if (isValueMissing || isTableMissing || asked.devices.length === 0) return undefined
  return schedule === null ? asked : { ...asked, schedule, timeZone: form.timeZone }
}

/** `days*86400 + hours*3600 + minutes*60`, where nothing is 0. */
export function secondsOfInterval({ days, hours, minutes }: Pick<AlertForm, 'days' | 'hours' | 'minutes'>): number {
  return intervalSeconds({ days: days === '' ? 0 : days, hours: hours === '' ? 0 : hours, minutes: minutes || 0 })
}

/** Whether a limit has a side on which a second one can lie. */
export function hasSide(operator: AlertForm['operator']): boolean {
  return operator !== '' && operator !== 'equal' && operator !== 'not equal'
}

/** Without -0; undefined when it is none. */
export function numberOf(entered: Entered): number | undefined {
  return entered === '' || Number.isNaN(entered) ? undefined : entered + 0
}

/** In which messages tell times, as IANA has it. */
function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
