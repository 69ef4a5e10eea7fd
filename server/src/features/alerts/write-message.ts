import { textsIn } from '@fieldwatch/messages/server-texts'
import { toGreeting } from '#delivery/mail/mail-name.ts'
import type { AlertCondition } from '@fieldwatch/contract/alerts/alert-conditions'
import type { NotificationKind } from '@fieldwatch/contract/alerts/alert-history'
import type { Measures } from '@fieldwatch/contract/measures/measure'
import { measuredText } from '@fieldwatch/contract/text/measured-text'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { escapeHtml } from '#delivery/mail/escape-html.ts'

/** What a message says of one alert. */
export interface ToldAlert {
  readonly id: AlertId
  readonly name: string
  readonly description: string
  readonly kind: NotificationKind
  readonly source: string | null
  readonly event: ToldEvent | null
  /** Of a value. */
  readonly condition: AlertCondition | null
  readonly timeZone: string
  readonly unitCount: number
  /** The first of them. */
  readonly units: readonly MeasuredUnit[]
  /** Where this person ends the messages of this alert without a sign-in. */
  readonly unsubscribeUrl: string
}

/** The event table that an alert follows. */
export interface ToldEvent {
  readonly name: string
  readonly title: string
  /** How long an event has to go on before people are notified. */
  readonly forMs: number
}

/** Times are epoch milliseconds. */
export interface ToldUnit {
  readonly dataId: DataId
  readonly name: string
  readonly status: 'ok' | 'high'
  readonly at: number | null
  readonly notedAt: number
  readonly value: number | null
  readonly changes: number
  /** Why the alert ended there. */
  readonly reason?: string | undefined
}

/** With the unit of measure of its value, where it is known. */
export interface MeasuredUnit extends ToldUnit {
  readonly unitOfMeasure: string | undefined
}

export interface Reader {
  readonly firstName: string
  readonly timeFormat: TimeFormat
  /** In which units of measure it is written. */
  readonly measures: Measures
  /** Where the portal is, without a slash at the end. */
  readonly publicUrl: string
}

export interface WrittenMail {
  readonly subject: string
  readonly body: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

const HOUR_MS = 60 * 60_000
const SMS_LENGTH = 300
const NAMED_ALERTS = 3
const DETAILS = 'See what was done about it, acknowledge or snooze it'
const UNSUBSCRIBE = 'Get no more messages of this alert'

/** One mail about all that one person is to be told. */
export function writeMail(alerts: readonly ToldAlert[], reader: Reader): WrittenMail {
  const settings = `${reader.publicUrl}/settings`
  const parts = alerts.map((alert) => ({
    title: titleOf(alert),
    description: alert.description,
    lines: alert.units.map((unit) => ({ text: lineOf(alert, unit, reader), url: addressOf(alert, unit, reader) })),
    url: alertAddress(alert, reader),
    more: alert.unitCount - alert.units.length,
    unsubscribeUrl: alert.unsubscribeUrl,
  }))
  const greeting = toGreeting(textsIn('en'), reader.firstName)
  const farewell =
    'You get this because you own this alert or it was shared with you. Which messages you get is said under Notification Preferences:'
  const text = parts.map(({ title, description, lines, more, url: alertUrl, unsubscribeUrl }) =>
    [
      title,
      ...(description === '' ? [] : [description]),
      ...lines.flatMap(({ text: line, url }) => [line, url]),
      ...moreOf(more),
      `${DETAILS}: ${alertUrl}`,
      `${UNSUBSCRIBE}: ${unsubscribeUrl}`,
    ].join('\n'),
  )
  const html = parts.map(({ title, description, lines, more, url: alertUrl, unsubscribeUrl }) => {
    const items = lines.map(({ text: line, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(line)}</a></li>`)
    const rest = moreOf(more).map((line) => `<li>${escapeHtml(line)}</li>`)
    return `<h2>${escapeHtml(title)}</h2>${description === '' ? '' : `<p>${escapeHtml(description)}</p>`}<ul>${[...items, ...rest].join('')}</ul><p><a href="${escapeHtml(alertUrl)}">${DETAILS}</a></p><p><a href="${escapeHtml(unsubscribeUrl)}">${UNSUBSCRIBE}</a></p>`
  })
  return {
    subject: subjectOf(alerts),
    body: `${greeting}\n\n${text.join('\n\n')}\n\n${farewell}\n${settings}\n`,
    html: `<!doctype html><html><body><p>${escapeHtml(greeting)}</p>${html.join('')}<p>${escapeHtml(farewell)} <a href="${escapeHtml(settings)}">${escapeHtml(settings)}</a></p></body></html>`,
    headers: { ...unsubscribeHeaders(alerts, settings), 'Auto-Submitted': 'auto-generated' },
  }
}

/**
 * What mail programs offer as a button (RFC 8058). One press must not end the messages of several alerts: such a mail leads to Settings,
 * and so do programs where the portal is not reached by HTTPS.
 */
function unsubscribeHeaders(alerts: readonly ToldAlert[], settings: string): Record<string, string> {
  const [only, ...others] = new Set(alerts.map(({ unsubscribeUrl }) => unsubscribeUrl))
  if (only === undefined || others.length > 0) return { 'List-Unsubscribe': `<${settings}>` }
  if (!only.startsWith('https:')) return { 'List-Unsubscribe': `<${only}>` }
  return { 'List-Unsubscribe': `<${only}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** One SMS about all that one person is to be told, of at most two parts. */
export function writeSms(alerts: readonly ToldAlert[], reader: Reader): string {
  const [first] = alerts
  const [unit] = first?.units ?? []
  const isOne = alerts.length === 1 && first?.unitCount === 1 && unit !== undefined
  const text = isOne ? `${titleOf(first)}. ${lineOf(first, unit, reader)}` : subjectOf(alerts)
  const url = isOne ? alertAddress(first, reader) : `${reader.publicUrl}/settings?tab=alerts`
  const room = SMS_LENGTH - url.length - 1
  return `${text.length <= room ? text : `${text.slice(0, room - 1)}…`} ${url}`
}

export function subjectOf(alerts: readonly ToldAlert[]): string {
  const [only] = alerts
  if (alerts.length === 1 && only !== undefined) return titleOf(only)
  const names = [...new Set(alerts.map(({ name }) => name))]
  const more = names.length - NAMED_ALERTS
  return `${alerts.length} alerts: ${names.slice(0, NAMED_ALERTS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export function titleOf({ name, kind, unitCount, units }: ToldAlert): string {
  const [unit] = units
  const where = unitCount === 1 && unit !== undefined ? unit.name : `${unitCount} devices`
  switch (kind) {
    case 'alarm':
      return `Triggered: ${name} on ${where}`
    case 'reminder':
      return `Still triggered: ${name} on ${where}`
    case 'all-clear':
      return `OK again: ${name} on ${where}`
    case 'ended':
      return `Ended: ${name} on ${where}`
    default: {
      const changes = unit === undefined ? 0 : unit.changes
      const status = unit?.status === 'high' ? 'Triggered' : 'OK'
      return unitCount === 1
        ? `Changed ${changes} times, now ${status}: ${name} on ${where}`
        : `Changed several times: ${name} on ${where}`
    }
  }
}

export function lineOf(
  { source, event, condition, timeZone }: ToldAlert,
  unit: MeasuredUnit,
  { timeFormat, measures }: Reader,
): string {
  if (unit.reason !== undefined) return `${unit.name}: ${unit.reason}`
  const at = unit.at ?? unit.notedAt
  const when = formatLocal(at, timeZone, timeFormat)
  if (event !== null) {
    const table = `${unit.name}: event table ${event.title}`
    return unit.status === 'high'
      ? `${table}: an event has been going on since ${formatLocal(at - event.forMs, timeZone, timeFormat)}`
      : `${table}: the event ended at ${when}`
  }
  if (condition === null) {
    const what = source ?? 'the device'
    return unit.status === 'high'
      ? `${unit.name}: nothing was heard of ${what} since ${when}`
      : `${unit.name}: ${what} is heard again since ${when}`
  }
  const { field, operator, constant } = condition
  const measure = measures(unit.unitOfMeasure)
  const value = unit.value === null ? 'the value' : measuredText(unit.value, measure)
  const limit = measuredText(constant, measure)
  return `${unit.name}: ${field} was ${value} at ${when} (limit: ${operator} ${limit})`
}

function formatLocal(at: number, timeZone: string, timeFormat: TimeFormat): string {
  return `${formatMoment(at, timeFormat, { timeZone })} (${timeZone})`
}

/** The charts of the unit around the moment, with the limit drawn; the alert itself where it ended, as the unit may be gone. */
export function addressOf({ id }: ToldAlert, { dataId, at, notedAt, reason }: ToldUnit, { publicUrl }: Reader): string {
  if (reason !== undefined) return `${publicUrl}/settings?tab=alerts&alert=${encodeURIComponent(id)}`
  const moment = at ?? notedAt
  const range = [moment - HOUR_MS, moment + HOUR_MS].map((edge) => new Date(edge).toISOString()).join('~')
  const search = new URLSearchParams({ history: range, alert: id, at: new Date(moment).toISOString() })
  return `${publicUrl}/dashboard/${encodeURIComponent(dataId)}/time-series?${search.toString()}`
}

/** The alert itself: at its unit, or with all of its units. */
function alertAddress({ id, unitCount, units: [unit] }: ToldAlert, { publicUrl }: Reader): string {
  const alert = encodeURIComponent(id)
  if (unitCount > 1 || unit === undefined) return `${publicUrl}/settings?tab=alerts&alert=${alert}`
  return `${publicUrl}/dashboard/${encodeURIComponent(unit.dataId)}/management/alerts?alert=${alert}`
}

function moreOf(more: number): string[] {
  return more > 0 ? [`and ${more} more`] : []
}
