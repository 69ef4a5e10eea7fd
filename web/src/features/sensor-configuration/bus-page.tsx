import { BUS_IDS, type BusId } from '@fieldwatch/contract/sensors/bus-ids'
import { type BusConfiguration, type ChannelNumber, findBus } from '@fieldwatch/contract/sensors/sensor-buses'
import { Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useSources } from '#shared/latest/latest-queries.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { useNow } from '#ui/components/use-now.ts'
import { BUS_CONFIGURATION } from './bus-configuration.ts'
import { ChannelBoard } from './channel-board.tsx'
import { ChannelDetails } from './channel-details.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import { readingText } from './channel-text.ts'
import { channelNeeds, channelReading } from './channel-values.ts'
import { type ConfigurationProps, UnitConfiguration } from './unit-configuration.tsx'
import classes from './sensor-configuration.module.css'
import { t } from './texts.ts'

/** The wired inputs of a gateway (specification, document 2, section 2.3). */
export function BusPage() {
  const { unit } = useUnit()
  return (
    <UnitConfiguration unit={unit} kind={BUS_CONFIGURATION} title={t('sensor-configuration.buses.title')}>
      {(props) => <Buses {...props} />}
    </UnitConfiguration>
  )
}

/** How often values are called older than they were. */
const AGEING_MS = 10_000

function Buses(props: ConfigurationProps<BusConfiguration>) {
  const { unit, known, readOnly } = props
  const { bus: wanted } = useSearch({ from: '/signed-in/dashboard/$dataID/xetasense' })
  const connected = BUS_IDS.filter((id) => findBus(known.configuration, id) !== undefined)
  const shown = connected.find((id) => id === wanted) ?? connected[0]
  return (
    <>
      <BusChoice connected={connected} shown={shown} />
      {shown === undefined ? (
        <Text c="dimmed">{t('sensor-configuration.bus.none')}</Text>
      ) : (
        <OneBus key={shown} {...props} bus={shown} />
      )}
      {readOnly === undefined ? (
        <Text c="dimmed" size="xs">
          {t('sensor-configuration.bus.help')}
        </Text>
      ) : undefined}
      {unit.connected ? undefined : (
        <Text c="dimmed" size="xs">
          {t('sensor-configuration.bus.offline')}
        </Text>
      )}
    </>
  )
}

interface BusChoiceProps {
  connected: readonly BusId[]
  shown: BusId | undefined
}

/** The boards; one that is connected can be looked at. */
function BusChoice({ connected, shown }: BusChoiceProps) {
  const navigate = useNavigate({ from: '/dashboard/$dataID/xetasense' })
  return (
    <fieldset aria-label={t('sensor-configuration.buses')} className={classes['buses']}>
      {BUS_IDS.map((id) => {
        const isConnected = connected.includes(id)
        return (
          <button
            key={id}
            type="button"
            className={classes['bus']}
            disabled={!isConnected}
            aria-pressed={id === shown}
            onClick={() => void navigate({ search: { bus: id }, replace: true })}
          >
            {isConnected
              ? t('sensor-configuration.bus.connected', { bus: id })
              : t('sensor-configuration.bus.not-connected', { bus: id })}
          </button>
        )
      })}
    </fieldset>
  )
}

function OneBus({ bus: id, ...props }: ConfigurationProps<BusConfiguration> & { bus: BusId }) {
  const { unit, known, readOnly } = props
  const now = useNow(AGEING_MS)
  const needs = useMemo(() => channelNeeds(id), [id])
  const read = useSources(unit.dataID, needs)
  const [open, setOpen] = useState<{ number: ChannelNumber; known: typeof known }>()
  const close = () => setOpen(undefined)
  const bus = findBus(known.configuration, id)
  if (bus === undefined) return undefined
  const reading = open === undefined ? undefined : channelReading(read, id, open.number)
  const dialog = open && {
    bus: id,
    number: open.number,
    reading: reading && readingText(reading, bus.channels[open.number].scale.unit),
    onClose: close,
  }
  return (
    <>
      <ChannelBoard
        bus={bus}
        readingOf={(number) => channelReading(read, id, number)}
        now={now}
        onOpen={(number) => setOpen({ number, known })}
      />
      {open === undefined || dialog === undefined ? undefined : readOnly === undefined ? (
        <ChannelDialog
          {...props}
          {...dialog}
          known={open.known}
          onSaved={(newer, text) => {
            props.onSaved(newer, text)
            close()
          }}
        />
      ) : (
        <ChannelDetails {...dialog} channel={bus.channels[open.number]} reason={readOnly} />
      )}
    </>
  )
}
