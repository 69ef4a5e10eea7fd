import { type BusId } from '@fieldwatch/contract/sensors/bus-ids'
import { type Channel, channelColour, type ChannelNumber } from '@fieldwatch/contract/sensors/sensor-buses'
import { numberText } from '@fieldwatch/contract/text/number-text'
import { Text } from '@mantine/core'
import { Dialog } from '#ui/components/dialog.tsx'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import { SIGNAL_UNIT, toThousandths } from './channel-form.ts'
import classes from './sensor-configuration.module.css'
import { t } from './texts.ts'

interface ChannelDetailsProps {
  bus: BusId
  number: ChannelNumber
  channel: Channel
  /** What it reads now, in words. */
  reading: string | undefined
  /** Why it cannot be changed. */
  reason: string
  onClose: () => void
}

/** What a gateway makes of one input, for who cannot change it. */
export function ChannelDetails({ bus, number, channel, reading, reason, onClose }: ChannelDetailsProps) {
  const { scale, min, max, report_interval: interval, channel_type: type, description } = channel
  const facts = [
    [t('sensor-configuration.field.description'), description],
    [t('sensor-configuration.field.state'), t(`sensor-configuration.state.${channelColour(channel)}`)],
    [t('sensor-configuration.field.reading'), reading ?? ''],
    [t('sensor-configuration.field.type'), t(`sensor-configuration.type.${type}`)],
    [t('sensor-configuration.field.signal'), rangeText(toThousandths(min), toThousandths(max), SIGNAL_UNIT[type])],
    [t('sensor-configuration.field.values'), rangeText(scale.min, scale.max, scale.unit)],
    [t('sensor-configuration.field.offset'), exactText(scale.offset)],
    [t('sensor-configuration.field.interval'), t('sensor-configuration.seconds', { seconds: exactText(interval) })],
  ] as const
  return (
    <Dialog title={t('sensor-configuration.channel.title', { number, bus })} onClose={onClose}>
      <Text c="dimmed" mb="sm">
        {reason}
      </Text>
      <dl className={classes['facts']}>
        {facts.map(([name, text]) => (
          <Fact key={name} name={name} text={text === '' ? EMPTY_CELL : text} />
        ))}
      </dl>
    </Dialog>
  )
}

function rangeText(min: number, max: number, measure: string): string {
  return t('sensor-configuration.range', { min: exactText(min), max: exactText(max), measure })
}

/** With all of its decimals, as the gateway has it. */
function exactText(value: number): string {
  return numberText(value, { least: 0, most: 12 })
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  )
}
