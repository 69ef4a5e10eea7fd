import type { Measures } from '@fieldwatch/contract/measures/measure'
import { measuredText } from '@fieldwatch/contract/text/measured-text'
import type { Alert, AlertState, AlertStatus } from '@fieldwatch/contract/alerts/alerts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { formatDuration } from '@fieldwatch/contract/text/duration-text'
import { formatCount } from '@fieldwatch/contract/text/number-text'

/** What of an alert says when it is triggered. */
export type AlertRule = Pick<
  Alert,
  | 'type'
  | 'source'
  | 'event'
  | 'eventTitle'
  | 'condition'
  | 'clearLimit'
  | 'forSeconds'
  | 'silentSeconds'
  | 'graceSeconds'
  | 'unitOfMeasure'
>

const SECOND_MS = 1_000

/** The word for a status (specification, document 2, section 2.6). */
export function statusText(status: AlertStatus): string {
  return status === 'high' ? 'Triggered' : 'OK'
}

/** An alert that judges nothing: it ended, or rests for now. */
export interface Idle {
  readonly word: 'Ended' | 'Resting'
  readonly reason: string
}

const RESTING = {
  deactivated: 'The device is deactivated. The alert continues when it is active again.',
  paused: 'The source is paused. The alert continues when measurements resume.',
}

/** Why an alert judges nothing on a unit. */
export function idleOnUnit({ ended, resting }: Pick<AlertState, 'ended' | 'resting'>): Idle | undefined {
  if (ended !== null) return { word: 'Ended', reason: ended }
  return resting === null ? undefined : { word: 'Resting', reason: RESTING[resting] }
}

/** Why an alert judges nothing, on one of its units or on all of them; undefined while it watches something. */
export function idleOf({ ended, states }: Pick<Alert, 'ended' | 'states'>, dataId?: DataId): Idle | undefined {
  if (ended !== null) return { word: 'Ended', reason: ended }
  const idle = states.filter(({ dataID }) => dataId === undefined || dataID === dataId).map(idleOnUnit)
  return idle.includes(undefined) ? undefined : (idle.find((one) => one?.word === 'Resting') ?? idle[0])
}

/**
 * When an alert is triggered, in few words: `room.temp greater than 8 °C for 5 min`, `room silent for 10 min`,
 * `Event of Pump running goes on for 5 min`.
 */
export function ruleText(rule: AlertRule, measures: Measures): string {
  const { type, source, event, eventTitle, condition, forSeconds, silentSeconds, unitOfMeasure } = rule
  const lasts = forSeconds === 0 ? '' : ` for ${formatDuration(forSeconds * SECOND_MS)}`
  if (type === 'event') return `Event of ${eventTitle ?? event ?? ''} goes on${lasts}`
  if (type === 'silence' || condition === null) {
    const silent = silentSeconds === null ? 'longer than usual' : formatDuration(silentSeconds * SECOND_MS)
    return `${source ?? 'Device'} silent for ${silent}`
  }
  return `${source}.${condition.field} ${condition.operator} ${measuredText(condition.constant, measures(unitOfMeasure))}${lasts}`
}

/** When it is OK again, where that is not just the opposite. */
export function clearText({ condition, clearLimit, unitOfMeasure }: AlertRule, measures: Measures): string | undefined {
  if (condition === null || clearLimit === null || clearLimit === condition.constant) return undefined
  return `OK again at ${measuredText(clearLimit, measures(unitOfMeasure))}`
}

/** What the event table of an alert finds, where that is the same on all of the units; undefined for other alerts. */
export function comparisonText({ event, states }: Pick<Alert, 'event' | 'states'>): string | undefined {
  if (event === null) return undefined
  const [only, ...others] = new Set(states.flatMap(({ comparison }) => comparison ?? []))
  return others.length === 0 ? only : 'the condition differs between the devices'
}

/** How often people are told while it is triggered. */
export function frequencyText({ interval }: Pick<Alert, 'interval'>): string {
  return interval === 0 ? 'Once per event' : `Every ${formatDuration(interval * SECOND_MS)} while it is triggered`
}

/** What holds back the messages about a unit, or says that somebody looks after it. */
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
    return devices.length === 1 && only !== undefined ? only.friendlyName : countText(devices.length)
  const [first, ...others] = triggered.map(({ friendlyName }) => friendlyName)
  // The list has the triggered ones first, but only so many.
  const isCut = triggered.length === states.length && states.length < devices.length
  if (others.length === 0) return first ?? ''
  return `${first} and ${isCut ? 'at least ' : ''}${others.length} more`
}

export function countText(devices: number): string {
  return `${formatCount(devices)} ${devices === 1 ? 'device' : 'devices'}`
}

function momentOf(time: string | null): number {
  return time === null ? Number.NaN : Date.parse(time)
}
