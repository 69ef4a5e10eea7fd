import { type BusId } from '@fieldwatch/contract/sensors/bus-ids'
import { type Channel, channelColour, type ChannelNumber } from '@fieldwatch/contract/sensors/sensor-buses'
import { Text } from '@mantine/core'
import { Dialog } from '#ui/components/dialog.tsx'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import { SIGNAL_UNIT, toThousandths } from './channel-form.ts'
import { STATE_WORDS } from './channel-text.ts'
import classes from './sensor-configuration.module.css'

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
  const measure = SIGNAL_UNIT[type]
  const facts = [
    ['Description', description],
    ['State', STATE_WORDS[channelColour(channel)]],
    ['Reads', reading ?? ''],
    ['Type', type],
    ['Signal', `${toThousandths(min)} to ${toThousandths(max)} ${measure}`],
    ['Unit values', `${scale.min} to ${scale.max} ${scale.unit}`],
    ['Offset', String(scale.offset)],
    ['Report interval', `${interval} s`],
  ] as const
  return (
    <Dialog title={`Channel ${number} of ${bus}`} onClose={onClose}>
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

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  )
}
