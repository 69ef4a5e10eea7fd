import { MOST_REHEARSED_UNITS, type Rehearsal, REHEARSED_DAYS } from '@fieldwatch/contract/alerts/alert-rehearsal'
import { formatDuration } from '@fieldwatch/contract/time/duration-text'
import { t } from '../texts.ts'

/** More messages a day than people read. */
const MANY_A_DAY = 3

/** What a condition would have done, in a sentence or two. */
export function rehearsalText(rehearsal: Rehearsal): string {
  const { count, durationSeconds, messages, units } = rehearsal
  if (count === 0) return t('alerts.rehearsal.never', { days: REHEARSED_DAYS })
  const shared = sharedValues(rehearsal)
  const having = units.filter((unit) => unit.count > 0).length
  const time = formatDuration(durationSeconds * 1_000)
  const triggered = t('alerts.rehearsal.triggered', { ...shared, count, having, time })
  return `${triggered} ${t('alerts.rehearsal.recipients', { bound: shared.bound, messages })}`
}

/** How many messages it would have been, in its own sentence. */
export function rehearsedMessagesText(rehearsal: Rehearsal): string {
  const { messages, count } = rehearsal
  return t('alerts.rehearsal.messages', { ...sharedValues(rehearsal), messages: count === 0 ? 0 : messages })
}

function sharedValues({ units }: Rehearsal) {
  return {
    days: REHEARSED_DAYS,
    bound: boundOf(units),
    place: units.length === 1 ? 'one' : 'several',
    devices: units.length,
  } as const
}

/** Not everything was looked at where a device has too much. */
function boundOf(units: Rehearsal['units']): 'least' | 'exact' {
  return units.some(({ isCut }) => isCut) ? 'least' : 'exact'
}

/** What to think of before it is made; undefined when there is nothing to say. */
export function rehearsalAdvice({ messages, durationSeconds, fromUTC, toUTC, units }: Rehearsal): string | undefined {
  if (units.some(({ isCut, silentSeconds }) => isCut && silentSeconds !== null)) return t('alerts.advice.too-much-data')
  const kind = units.some(({ comparison }) => comparison !== null) ? 'event' : 'value'
  if (units.some(({ isCut }) => isCut)) return t(`alerts.advice.too-often-${kind}`)
  const seconds = ((Date.parse(toUTC) - Date.parse(fromUTC)) / 1_000) * units.length
  if (durationSeconds > seconds / 2) {
    const isSilence = units.some(({ silentSeconds }) => silentSeconds !== null)
    return t(`alerts.advice.mostly-${isSilence ? 'silence' : kind}`)
  }
  return messages > MANY_A_DAY * REHEARSED_DAYS ? t(`alerts.advice.many-${kind}`) : undefined
}

/** After how long a device counts as silent; undefined for a value. */
export function silentText({ silentSeconds }: Rehearsal['units'][number], name: string): string | undefined {
  if (silentSeconds === null) return undefined
  return t('alerts.rehearsal.silent-after', { name, time: formatDuration(silentSeconds * 1_000) })
}

/** Which devices were left out; undefined when none was. */
export function leftOutText(devices: number): string | undefined {
  if (devices <= MOST_REHEARSED_UNITS) return undefined
  return t('alerts.rehearsal.left-out', { tried: MOST_REHEARSED_UNITS, devices })
}

/** A device in the list of those that were tried out. */
export function rehearsedDeviceText({ count, isCut }: Rehearsal['units'][number], name: string): string {
  return t('alerts.rehearsal.device', { name, count, bound: isCut ? 'least' : 'exact' })
}
