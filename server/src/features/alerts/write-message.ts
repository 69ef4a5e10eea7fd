import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { LIMIT_TEXTS } from '@fieldwatch/messages/alerts-text/limit-text'
import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import { type ServerTexts, textsIn } from '@fieldwatch/messages/server-texts'
import type { Language } from '@fieldwatch/contract/text/languages'
import { toGreeting } from '#delivery/mail/queue-mail.ts'
import type { AlertCondition } from '@fieldwatch/contract/alerts/alert-conditions'
import type { NotificationKind } from '@fieldwatch/contract/alerts/alert-history'
import type { Measures } from '@fieldwatch/contract/measures/measure'
import { measuredText } from '@fieldwatch/contract/text/measured-text'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { escapeHtml } from '#delivery/mail/escape-html.ts'
import type { NotifiedUnit } from '#platform/database/tables.ts'

/** What a message says of one alert. */
export interface NotifiedAlert {
  readonly id: AlertId
  readonly name: string
  readonly description: string
  readonly kind: NotificationKind
  /** Who gets the message may acknowledge and snooze the alert. */
  readonly mayChange: boolean
  readonly source: string | null
  readonly event: NotifiedEvent | null
  /** Only for an alert on a value. */
  readonly condition: AlertCondition | null
  readonly timeZone: string
  readonly unitCount: number
  /** The first of them. */
  readonly units: readonly MeasuredUnit[]
  /** Where this person ends the messages of this alert without a sign-in. */
  readonly unsubscribeUrl: string
}

/** The event table that an alert follows. */
export interface NotifiedEvent {
  readonly name: string
  readonly title: string
  /** How long an event has to last before people are notified. */
  readonly forMs: number
  /** Units are to be in a place by a time of day. */
  readonly isAwaited?: boolean
  /** Units leave a place while they are parked. */
  readonly isLeaving?: boolean
}

/** With the unit of measure of its value, where it is known. */
export interface MeasuredUnit extends NotifiedUnit {
  readonly unitOfMeasure: string | undefined
}

export interface Reader {
  readonly firstName: string
  readonly language: Language
  readonly timeFormat: TimeFormat
  /** In which units of measure it is written. */
  readonly measures: Measures
  /** Where the portal is, without a slash at the end. */
  readonly publicUrl: string
}

interface WrittenMail {
  readonly subject: string
  readonly body: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

const SMS_LENGTH = 300
const NAMED_ALERTS = 3

/** One mail with all notifications of one person. */
export function writeMail(alerts: readonly NotifiedAlert[], reader: Reader): WrittenMail {
  const t = textsIn(reader.language)
  const settings = `${reader.publicUrl}/settings`
  const parts = alerts.map((alert) => ({
    title: titleOf(alert, t),
    description: alert.description,
    lines: alert.units.map((unit) => ({ text: lineOf(alert, unit, reader), url: addressOf(alert, unit, reader) })),
    more: moreOf(alert.unitCount - alert.units.length, t),
    links: linksOf(alert, reader, t),
  }))
  const greeting = toGreeting(t, reader.firstName)
  const farewell = t('alert-messages.why')
  const text = parts.map(({ title, description, lines, more, links }) =>
    [
      title,
      ...(description === '' ? [] : [description]),
      ...lines.flatMap(({ text: line, url }) => [line, url]),
      ...more,
      ...links.map((link) => t('mails.link', link)),
    ].join('\n'),
  )
  const html = parts.map(({ title, description, lines, more, links }) => {
    const items = lines.map(({ text: line, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(line)}</a></li>`)
    const rest = more.map((line) => `<li>${escapeHtml(line)}</li>`)
    return `<h2>${escapeHtml(title)}</h2>${description === '' ? '' : `<p>${escapeHtml(description)}</p>`}<ul>${[...items, ...rest].join('')}</ul>${links.map(({ text: words, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(words)}</a></p>`).join('')}`
  })
  return {
    subject: subjectOf(alerts, t),
    body: `${greeting}\n\n${text.join('\n\n')}\n\n${farewell}\n${settings}\n`,
    html: `<!doctype html><html lang="${reader.language}"><body><p>${escapeHtml(greeting)}</p>${html.join('')}<p>${escapeHtml(farewell)} <a href="${escapeHtml(settings)}">${escapeHtml(settings)}</a></p></body></html>`,
    headers: { ...unsubscribeHeaders(alerts, settings), 'Auto-Submitted': 'auto-generated' },
  }
}

interface NamedLink {
  readonly text: string
  readonly url: string
}

/** What the reader can do about an alert: acknowledge it while it is triggered, and nothing once it has ended. */
function linksOf(alert: NotifiedAlert, reader: Reader, t: ServerTexts): NamedLink[] {
  if (alert.kind === 'ended') return []
  const isTriggered = alert.units.some(({ status }) => status === 'high')
  const details = t(alert.mayChange && isTriggered ? 'alert-messages.details' : 'alert-messages.view')
  return [
    { text: details, url: alertAddress(alert, reader) },
    { text: t('alert-messages.unsubscribe'), url: alert.unsubscribeUrl },
  ]
}

/**
 * What mail programs offer as a button (RFC 8058). One press must not end the messages of several alerts: such a mail leads to Settings,
 * and so do programs where the portal is not reached by HTTPS.
 */
function unsubscribeHeaders(alerts: readonly NotifiedAlert[], settings: string): Record<string, string> {
  const going = alerts.filter(({ kind }) => kind !== 'ended')
  const [only, ...others] = new Set(going.map(({ unsubscribeUrl }) => unsubscribeUrl))
  if (only === undefined || others.length > 0) return { 'List-Unsubscribe': `<${settings}>` }
  if (!only.startsWith('https:')) return { 'List-Unsubscribe': `<${only}>` }
  return { 'List-Unsubscribe': `<${only}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** One SMS with all notifications of one person, of at most two parts. */
export function writeSms(alerts: readonly NotifiedAlert[], reader: Reader): string {
  const t = textsIn(reader.language)
  const [first] = alerts
  const [unit] = first?.units ?? []
  const isOne = alerts.length === 1 && first?.unitCount === 1 && unit !== undefined
  const text = isOne ? `${titleOf(first, t)}. ${lineOf(first, unit, reader)}` : subjectOf(alerts, t)
  const url = isOne ? alertAddress(first, reader) : `${reader.publicUrl}/settings?tab=alerts`
  const room = SMS_LENGTH - url.length - 1
  return `${text.length <= room ? text : `${text.slice(0, room - 1)}…`} ${url}`
}

/** One alert is named with its unit; of several it is said how many are triggered and how many are not any more. */
export function subjectOf(alerts: readonly NotifiedAlert[], t: ServerTexts): string {
  const all = [...Map.groupBy(alerts, ({ id }) => id).values()].map(sumUp)
  const [only] = all
  if (all.length === 1 && only !== undefined) return titleOf(only.notified, t)
  const triggered = all.filter(({ isTriggered }) => isTriggered)
  const over = all.filter(({ isTriggered }) => !isTriggered)
  const names = [...triggered, ...over].map(({ notified }) => notified.name)
  const state = statesText({ triggered: triggered.length, over: over.length }, t)
  const more = names.length - NAMED_ALERTS
  const named = { state, names: names.slice(0, NAMED_ALERTS).join(', ') }
  return more > 0 ? t('alert-messages.several.more', { ...named, more }) : t('alert-messages.several', named)
}

function statesText(
  { triggered, over }: { readonly triggered: number; readonly over: number },
  t: ServerTexts,
): string {
  if (over === 0) return t('alert-messages.several.triggered', { triggered })
  if (triggered === 0) return t('alert-messages.several.over', { over })
  return t('alert-messages.several.both', { triggered, over })
}

/** What notifications of one alert come to, in the order of time. */
function sumUp(notifications: readonly NotifiedAlert[]): {
  readonly isTriggered: boolean
  readonly notified: NotifiedAlert
} {
  const last = new Map(notifications.flatMap(({ units }) => units.map((unit) => [unit.dataId, unit])))
  const isTriggered = [...last.values()].some(({ status }) => status === 'high')
  const isSo = ({ status }: MeasuredUnit): boolean => (status === 'high') === isTriggered
  const decisive = notifications.findLast(({ units }) => units.some(isSo)) ?? notifications[0]
  if (decisive === undefined) throw new Error('an alert without a notification')
  if (notifications.length === 1) return { isTriggered, notified: decisive }
  const units = [...last.values()].filter(isSo)
  return { isTriggered, notified: { ...decisive, units, unitCount: Math.max(units.length, decisive.unitCount) } }
}

export function titleOf(
  { name: alert, kind, unitCount: count, units: [first] }: NotifiedAlert,
  t: ServerTexts,
): string {
  const unit = first?.name ?? ''
  if (kind !== 'summary') return t(`alert-messages.${kind}`, { alert, unit, count })
  if (count !== 1) return t('alert-messages.summary', { alert, count })
  const values = { alert, unit, changes: first?.changes ?? 0 }
  return first?.status === 'high'
    ? t('alert-messages.summary.triggered', values)
    : t('alert-messages.summary.ok', values)
}

export function lineOf(alert: NotifiedAlert, unit: MeasuredUnit, reader: Reader): string {
  const line = stateLineOf(alert, unit, reader)
  return unit.byEdit === true ? textsIn(reader.language)('alert-messages.by-edit', { line }) : line
}

function stateLineOf(alert: NotifiedAlert, unit: MeasuredUnit, reader: Reader): string {
  const { source, event, condition, timeZone } = alert
  const { language, timeFormat } = reader
  const t = textsIn(language)
  const isHigh = unit.status === 'high'
  const at = unit.at ?? unit.notedAt
  const moment = formatMoment(at, timeFormat, { timeZone, locale: language })
  const values = { unit: unit.name, at: moment, timeZone }
  if (unit.reason !== undefined)
    return t('alert-messages.unit-ended', { unit: unit.name, reason: sentencesIn(language)(unit.reason) })
  if (event?.isAwaited === true)
    return isHigh
      ? t('alert-messages.not-arrived', { ...values, table: event.title })
      : t('alert-messages.arrived', { ...values, table: event.title })
  if (event !== null) {
    const since = formatMoment(at - event.forMs, timeFormat, { timeZone, locale: language })
    const begun = event.isLeaving === true ? 'alert-messages.left-parked' : 'alert-messages.event-triggered'
    return isHigh
      ? t(begun, { ...values, table: event.title, at: since })
      : t('alert-messages.event-ok', { ...values, table: event.title })
  }
  if (condition !== null) return valueLine(condition, unit, values, reader)
  if (source === null) return isHigh ? t('alert-messages.unit-silent', values) : t('alert-messages.unit-sends', values)
  return isHigh
    ? t('alert-messages.source-silent', { ...values, source })
    : t('alert-messages.source-sends', { ...values, source })
}

function valueLine(
  { field, operator, constant }: AlertCondition,
  { value, latest, unitOfMeasure }: MeasuredUnit,
  values: { readonly unit: string; readonly at: string; readonly timeZone: string },
  { language, measures, timeFormat }: Reader,
): string {
  const t = textsIn(language)
  const measure = measures(unitOfMeasure)
  const limit = t(LIMIT_TEXTS[operator], { limit: measuredText(constant, measure, language) })
  if (value === null) return t('alert-messages.no-value', { ...values, field, limit })
  if (latest !== undefined) {
    const at = formatMoment(latest.at, timeFormat, { timeZone: values.timeZone, locale: language })
    const now = measuredText(latest.value, measure, language)
    return t('alert-messages.value-now', { ...values, field, limit, value: now, at, since: values.at })
  }
  return t('alert-messages.value', { ...values, field, limit, value: measuredText(value, measure, language) })
}

/** The charts of the unit around the moment, with the limit drawn; the alert itself where it ended, as the unit may be gone. */
export function addressOf(
  { id }: NotifiedAlert,
  { dataId, at, notedAt, reason }: NotifiedUnit,
  { publicUrl }: Reader,
): string {
  if (reason !== undefined) return `${publicUrl}/settings?tab=alerts&alert=${encodeURIComponent(id)}`
  const moment = at ?? notedAt
  const range = [moment - HOUR_MS, moment + HOUR_MS].map((edge) => new Date(edge).toISOString()).join('~')
  const search = new URLSearchParams({ history: range, alert: id, at: new Date(moment).toISOString() })
  return `${publicUrl}/dashboard/${encodeURIComponent(dataId)}/time-series?${search.toString()}`
}

/** The alert itself: at its unit, or with all of its units. */
function alertAddress({ id, unitCount, units: [unit] }: NotifiedAlert, { publicUrl }: Reader): string {
  const alert = encodeURIComponent(id)
  if (unitCount > 1 || unit === undefined) return `${publicUrl}/settings?tab=alerts&alert=${alert}`
  return `${publicUrl}/dashboard/${encodeURIComponent(unit.dataId)}/management/alerts?alert=${alert}`
}

function moreOf(count: number, t: ServerTexts): string[] {
  return count > 0 ? [t('alert-messages.more', { count })] : []
}
