import { SECOND_MS } from '@fieldwatch/contract/time/durations'
import type { Measures } from '@fieldwatch/contract/measures/measure'
import { measuredText } from '@fieldwatch/contract/text/measured-text'
import type { Alert, AlertState, AlertStatus } from '@fieldwatch/contract/alerts/alerts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { LIMIT_TEXTS } from '@fieldwatch/messages/alerts-text/limit-text'
import { tShared } from './shared-texts.ts'
import { formatDuration } from '@fieldwatch/contract/time/duration-text'
import { t } from './texts.ts'
import { scheduleText } from './wizard/schedule-form.ts'

/** The fields of an alert that say when it is triggered. */
type AlertRule = Pick<
  Alert,
  | 'type'
  | 'source'
  | 'event'
  | 'eventTitle'
  | 'condition'
  | 'clearLimit'
  | 'forSeconds'
  | 'schedule'
  | 'silentSeconds'
  | 'graceSeconds'
  | 'unitOfMeasure'
>

/** The word for a status (specification, document 2, section 2.6). */
export function statusText(status: AlertStatus): string {
  return tShared(`alerts-text.status.${status}`)
}

/** An alert that judges nothing: it ended, or is paused for now. */
export interface Idle {
  readonly kind: 'ended' | 'paused'
  readonly reason: string
}

export function idleText(kind: Idle['kind']): string {
  return t(`alerts.idle.${kind}`)
}

/** Why an alert judges nothing on a unit. */
export function idleOnUnit({ ended, resting }: Pick<AlertState, 'ended' | 'resting'>): Idle | undefined {
  if (ended !== null) return { kind: 'ended', reason: ended }
  return resting === null ? undefined : { kind: 'paused', reason: t(`alerts.paused.${resting}`) }
}

/** Why an alert judges nothing, on one of its units or on all of them; undefined while it watches something. */
export function idleOf({ ended, states }: Pick<Alert, 'ended' | 'states'>, dataId?: DataId): Idle | undefined {
  if (ended !== null) return { kind: 'ended', reason: ended }
  const idle = states.filter(({ dataID }) => dataId === undefined || dataID === dataId).map(idleOnUnit)
  return idle.includes(undefined) ? undefined : (idle.find((one) => one?.kind === 'paused') ?? idle[0])
}

/**
 * When an alert is triggered, in few words: `room.temp greater than 8 °C for 5 min`, `room silent for 10 min`,
 * `Event in Pump running lasts 5 min`.
 */
export function ruleText(rule: AlertRule, measures: Measures): string {
  const { type, source, event, eventTitle, condition, forSeconds, schedule, silentSeconds, unitOfMeasure } = rule
  const time = formatDuration(forSeconds * SECOND_MS)
  if (type === 'event') {
    const table = eventTitle ?? event ?? ''
    if (schedule !== null) return t(`alerts.rule.event-${schedule.kind}`, { table, times: scheduleText(schedule) })
    return forSeconds === 0 ? t('alerts.rule.event', { table }) : t('alerts.rule.event-for', { table, time })
  }
  if (type === 'silence' || condition === null) return silenceText(source, silentSeconds)
  const { operator, constant } = condition
  const limit = tShared(LIMIT_TEXTS[operator], { limit: measuredText(constant, measures(unitOfMeasure)) })
  const field = `${source}.${condition.field}`
  return forSeconds === 0
    ? t('alerts.rule.value', { field, limit })
    : t('alerts.rule.value-for', { field, limit, time })
}

function silenceText(source: string | null, silentSeconds: number | null): string {
  const what = source === null ? 'device' : 'source'
  const name = source ?? ''
  if (silentSeconds === null) return t('alerts.rule.silent-usual', { what, source: name })
  return t('alerts.rule.silent-for', { what, source: name, time: formatDuration(silentSeconds * SECOND_MS) })
}

/** When it is OK again, where that is not just the opposite. */
export function clearText({ condition, clearLimit, unitOfMeasure }: AlertRule, measures: Measures): string | undefined {
  if (condition === null || clearLimit === null || clearLimit === condition.constant) return undefined
  return t('alerts.rule.clear', { limit: measuredText(clearLimit, measures(unitOfMeasure)) })
}

/** What the event table of an alert finds, where that is the same on all of the units; undefined for other alerts. */
export function comparisonText({ event, states }: Pick<Alert, 'event' | 'states'>): string | undefined {
  if (event === null) return undefined
  const [only, ...others] = new Set(states.flatMap(({ comparison }) => comparison ?? []))
  return others.length === 0 ? only : t('alerts.rule.differs')
}

/** How often messages are sent while it is triggered. */
export function frequencyText({ interval }: Pick<Alert, 'interval'>): string {
  if (interval === 0) return t('alerts.frequency.once')
  return t('alerts.frequency.every', { time: formatDuration(interval * SECOND_MS) })
}

/** What holds back the messages about a unit, or that it is acknowledged. */
export type Quiet =
  | { readonly kind: 'maintenance' | 'snoozed'; readonly until: number }
  | { readonly kind: 'acknowledged'; readonly at: number; readonly by: string | null; readonly comment: string | null }

/** What was done about a unit as far as it still counts at `now`. */
export function quietOf(state: AlertState, now: number): Quiet | undefined {
  const maintainedUntil = momentOf(state.maintainedUntilUTC)
  if (maintainedUntil > now) return { kind: 'maintenance', until: maintainedUntil }
  const snoozedUntil = momentOf(state.snoozedUntilUTC)
  if (snoozedUntil > now) return { kind: 'snoozed', until: snoozedUntil }
  return acknowledgementOf(state)
}

/** Who acknowledged a unit that is triggered. */
export function acknowledgementOf(state: AlertState): Extract<Quiet, { kind: 'acknowledged' }> | undefined {
  const at = momentOf(state.acknowledgedUTC)
  if (state.status === 'ok' || Number.isNaN(at)) return undefined
  const { acknowledgedBy: by, comment } = state
  return { kind: 'acknowledged', at, by, comment: comment === '' ? null : comment }
}

/** Where an alert is triggered, or on which device or how many it is. */
export function whereText({ devices, states }: Pick<Alert, 'devices' | 'states'>): string {
  const triggered = states.filter(({ status }) => status === 'high')
  const [only] = states
  if (triggered.length === 0)
    return devices.length === 1 && only !== undefined
      ? only.friendlyName
      : t('alerts.devices-count', { count: devices.length })
  const [first = '', ...others] = triggered.map(({ friendlyName }) => friendlyName)
  // The list has the triggered ones first, but only so many.
  const isCut = triggered.length === states.length && states.length < devices.length
  if (others.length === 0) return first
  return t(isCut ? 'alerts.where.at-least' : 'alerts.where.more', { first, count: others.length })
}

function momentOf(time: string | null): number {
  return time === null ? Number.NaN : Date.parse(time)
}
