import { type Channel, channelColour, type ChannelNumber } from '@fieldwatch/contract/sensors/sensor-buses'
import { formatAgo } from '@fieldwatch/contract/time/moment-text'
import { numberText } from '@fieldwatch/contract/text/number-text'
import { withUnit } from '@fieldwatch/contract/text/with-unit'
import type { FieldReading } from './channel-values.ts'
import { t } from './texts.ts'

/** A value with what it is measured in. */
export function readingText({ value }: FieldReading, unit: string): string {
  if (typeof value === 'boolean') return value ? t('sensor-configuration.yes') : t('sensor-configuration.no')
  const text = typeof value === 'number' ? numberText(value, { least: 0, most: 3 }) : value
  return withUnit(text, unit)
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
  const parts = [
    t('sensor-configuration.channel.name', { number }),
    t(`sensor-configuration.input.${channel.channel_type}`),
    channel.description,
    t(`sensor-configuration.wiring.${channelColour(channel)}`),
    reading === undefined ? '' : readingText(reading, channel.scale.unit),
    age ?? '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
