import {
  type Channel,
  type ChannelColour,
  channelColour,
  type ChannelNumber,
} from '@fieldwatch/contract/sensors/sensor-buses'
import { formatAgo } from '@fieldwatch/contract/time/moment-text'
import { numberText } from '@fieldwatch/contract/text/number-text'
import type { FieldReading } from './channel-values.ts'

/** What a colour means. */
export const STATE_WORDS: Readonly<Record<ChannelColour, string>> = {
  green: 'Enabled',
  red: 'Disabled',
  grey: 'Unwired',
}

/** A value with what it is measured in. */
export function readingText({ value }: FieldReading, unit: string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = typeof value === 'number' ? numberText(value, { least: 0, most: 3 }) : value
  return unit === '' ? text : `${text} ${unit}`
}

/** Reports that did not come before a value is called old. */
const MISSED_REPORTS = 3
const SOON_MS = 120_000

/** How old a value is, where it is older than its channel would have it. */
export function ageText(
  { at }: FieldReading,
  { report_interval: interval }: Pick<Channel, 'report_interval'>,
  now: number,
) {
  return now - at > Math.max(SOON_MS, interval * 1000 * MISSED_REPORTS) ? formatAgo(at, now) : undefined
}

/** All that the picture says of a channel, for who hears it. */
export function channelLabel(number: ChannelNumber, channel: Channel, reading: FieldReading | undefined, age?: string) {
  const words = {
    green: 'wired and enabled',
    red: 'wired and disabled',
    grey: 'unwired',
  }[channelColour(channel)]
  const parts = [
    `Channel ${number}`,
    `${channel.channel_type.toLowerCase()} input`,
    channel.description,
    words,
    reading === undefined ? '' : readingText(reading, channel.scale.unit),
    age ?? '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
