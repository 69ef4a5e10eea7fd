import { formatCount } from '@fieldwatch/contract/text/number-text'
import { MOST_REHEARSED_UNITS, type Rehearsal, REHEARSED_DAYS } from '@fieldwatch/contract/alerts/alert-rehearsal'
import { formatDuration } from '@fieldwatch/contract/text/duration-text'

/** More messages a day than people read. */
const MANY_A_DAY = 3

/** What a condition would have done, in a sentence or two. */
export function rehearsalText({ count, durationSeconds, messages, units }: Rehearsal): string {
  if (count === 0) return `Nothing in the last ${REHEARSED_DAYS} days would have triggered it.`
  const having = units.filter((unit) => unit.count > 0).length
  const where = units.length === 1 ? '' : ` on ${countText(having)} of ${countText(units.length)} devices`
  const least = leastText(units)
  return `In the last ${REHEARSED_DAYS} days it would have been triggered ${least}${timesText(count)}${where}, for ${least}${formatDuration(durationSeconds * 1_000)} in all. That would have been ${least}${manyText(messages)} to each person.`
}

/** Not everything was looked at where a device has too much. */
function leastText(units: Rehearsal['units']): string {
  return units.some(({ isCut }) => isCut) ? 'at least ' : ''
}

/** How many messages it would have been, in a sentence of its own. */
export function rehearsedMessagesText({ messages, count, units }: Rehearsal): string {
  const devices = units.length === 1 ? '' : ` of ${countText(units.length)} devices`
  return count === 0
    ? `In the last ${REHEARSED_DAYS} days${devices} nobody would have got a message.`
    : `In the last ${REHEARSED_DAYS} days${devices} that would have been ${leastText(units)}${manyText(messages)} to each person.`
}

function manyText(messages: number): string {
  return messages === 1 ? '1 message' : `${countText(messages)} messages`
}

/** What to think of before it is made; undefined when there is nothing to say. */
export function rehearsalAdvice({ messages, durationSeconds, fromUTC, toUTC, units }: Rehearsal): string | undefined {
  if (units.some(({ isCut, silentSeconds }) => isCut && silentSeconds !== null))
    return 'The devices sent so much that not all of the time was looked at.'
  const isOfTable = units.some(({ comparison }) => comparison !== null)
  const fewer = isOfTable ? 'Fill in “For at least” to make it fewer.' : 'A second limit makes it fewer.'
  if (units.some(({ isCut }) => isCut))
    return `It would have been triggered so often that not all of it was counted. ${fewer}`
  const seconds = ((Date.parse(toUTC) - Date.parse(fromUTC)) / 1_000) * units.length
  if (durationSeconds > seconds / 2) {
    if (units.some(({ silentSeconds }) => silentSeconds !== null))
      return 'It would have been triggered most of the time. A longer time makes it fewer.'
    return `It would have been triggered most of the time.${isOfTable ? '' : ' Is the limit on the right side?'}`
  }
  if (messages > MANY_A_DAY * REHEARSED_DAYS)
    return `That is more than people read. ${isOfTable ? fewer : 'A second limit, or a time that it has to last, makes it fewer.'}`
  return undefined
}

/** After how long a device counts as silent; undefined for a value. */
export function silentText({ silentSeconds }: Rehearsal['units'][number], name: string): string | undefined {
  return silentSeconds === null ? undefined : `${name} counts as silent after ${formatDuration(silentSeconds * 1_000)}.`
}

/** Which devices were left out; undefined when none was. */
export function leftOutText(devices: number): string | undefined {
  if (devices <= MOST_REHEARSED_UNITS) return undefined
  return `Tried out on the first ${MOST_REHEARSED_UNITS} of ${countText(devices)} devices.`
}

export function timesText(count: number): string {
  if (count === 1) return 'once'
  return count === 2 ? 'twice' : `${countText(count)} times`
}

function countText(count: number): string {
  return formatCount(count)
}
