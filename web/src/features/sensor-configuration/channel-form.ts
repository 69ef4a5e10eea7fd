import { type Channel, type ChannelType, isWired } from '@fieldwatch/contract/sensors/sensor-buses'
import { phrase } from '@fieldwatch/contract/text/text'
import { z } from 'zod'
import { formErrors } from '#ui/components/form-errors.ts'
import { t } from './texts.ts'

/** The longest interval that a person may enter, in seconds: a year. */
const LONGEST_INTERVAL = 366 * 86_400

/** A number that has to be there; a field may hold an empty text or NaN, too. */
export const RequiredNumber = z.number({ error: () => t('sensor-configuration.error.number') })

export const RequiredSeconds = RequiredNumber.positive({
  error: () => t('sensor-configuration.error.positive'),
}).max(LONGEST_INTERVAL, { error: () => t('sensor-configuration.error.longest') })

const ChannelValues = z.object({
  description: phrase(200),
  enabled: z.boolean(),
  reportInterval: RequiredSeconds,
  offset: RequiredNumber,
  minSignal: RequiredNumber,
  maxSignal: RequiredNumber,
  minUnit: RequiredNumber,
  maxUnit: RequiredNumber,
  unit: phrase(30),
})
type SoundValues = z.infer<typeof ChannelValues>

/** What a person enters of a channel, with its signal in thousandths. An empty text is no number yet. */
export type ChannelForm = {
  [Name in keyof SoundValues]: SoundValues[Name] extends number ? number | '' : SoundValues[Name]
}

/** What the fields of the signal say while they are empty (specification, document 2, section 9). */
export const DISPLAYED_SIGNAL: Readonly<Record<ChannelType, { readonly min: number; readonly max: number }>> = {
  Voltage: { min: 0, max: 10_000 },
  Current: { min: 1000, max: 20 },
}

/** Thousandths of what the signals of a type are measured in. */
export const SIGNAL_UNIT: Readonly<Record<ChannelType, string>> = { Voltage: 'mV', Current: 'mA' }

export function channelFormOf({ scale, min, max, description, enabled, report_interval }: Channel): ChannelForm {
  return {
    description,
    enabled,
    reportInterval: report_interval,
    offset: scale.offset,
    minSignal: toThousandths(min),
    maxSignal: toThousandths(max),
    minUnit: scale.min,
    maxUnit: scale.max,
    unit: scale.unit,
  }
}

/** What is wrong, by field. */
export function channelErrors(form: ChannelForm): Record<string, string> {
  const parsed = ChannelValues.safeParse(form)
  return parsed.success ? rangeErrors(parsed.data) : formErrors(parsed)
}

/** Why a gateway could not compute a value from a signal. An unwired channel has no scale. */
function rangeErrors({ minSignal, maxSignal, minUnit, maxUnit, offset, unit }: SoundValues): Record<string, string> {
  const wired = isWired({ scale: { min: minUnit, max: maxUnit, offset, unit } })
  const errors: Record<string, string> = {}
  if (minSignal >= maxSignal) errors['maxSignal'] = t('sensor-configuration.error.signal')
  if (wired && minUnit === maxUnit) errors['maxUnit'] = t('sensor-configuration.error.values')
  return errors
}

/**
 * A channel with what was changed of its form; what else the gateway says of it stays.
 * @throws ZodError for a form that has errors
 */
export function channelWith(channel: Channel, form: ChannelForm): Channel {
  const before = channelFormOf(channel)
  const { description, enabled, reportInterval, offset, minUnit, maxUnit, unit, ...signal } = ChannelValues.parse(form)
  return {
    ...channel,
    description,
    enabled,
    report_interval: reportInterval,
    // What was not touched stays to its last digit.
    min: signal.minSignal === before.minSignal ? channel.min : fromThousandths(signal.minSignal),
    max: signal.maxSignal === before.maxSignal ? channel.max : fromThousandths(signal.maxSignal),
    scale: { ...channel.scale, min: minUnit, max: maxUnit, offset, unit },
  }
}

/** A signal as people see it: 0.004 A are 4 mA. */
export function toThousandths(signal: number): number {
  return withoutNoise(signal * 1000)
}

function fromThousandths(thousandths: number): number {
  return withoutNoise(thousandths / 1000)
}

/** Twelve digits: the rounding errors of binary fractions come after them. */
function withoutNoise(value: number): number {
  return Number(value.toPrecision(12))
}
