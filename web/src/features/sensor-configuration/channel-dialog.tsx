import { type BusId } from '@fieldwatch/contract/sensors/bus-ids'
import {
  type BusConfiguration,
  type Channel,
  type ChannelNumber,
  findBus,
  isWired,
  withChannel,
} from '@fieldwatch/contract/sensors/sensor-buses'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Group, Switch, Text, TextInput } from '@mantine/core'
import { RequestNote } from '#shared/requests/request-note.tsx'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { NumberField } from '#ui/components/number-field.tsx'
import { BUS_CONFIGURATION } from './bus-configuration.ts'
import {
  channelErrors,
  type ChannelForm,
  channelFormOf,
  channelWith,
  DISPLAYED_SIGNAL,
  SIGNAL_UNIT,
} from './channel-form.ts'
import type { Known } from './connection.ts'
import { SaveFailure } from './save-failure.tsx'
import { useSave } from './use-save.ts'
import classes from './sensor-configuration.module.css'
import { t } from './texts.ts'

interface ChannelDialogProps {
  unit: DataDocument
  /** As it was when the dialog was opened. */
  known: Known<BusConfiguration>
  bus: BusId
  number: ChannelNumber
  /** What the channel reads now, in words. */
  reading: string | undefined
  readNewer: () => Promise<Known<BusConfiguration>>
  onSaved: (known: Known<BusConfiguration>, text: string) => void
  onClose: () => void
}

/** Changes what a gateway makes of one input. */
export function ChannelDialog(props: ChannelDialogProps) {
  const { unit, bus, number, onSaved, onClose } = props
  const title = t('sensor-configuration.channel.title', { number, bus })
  const channelOf = ({ configuration }: Known<BusConfiguration>): Channel => getChannel(configuration, bus, number)
  const save = useSave(unit.dataID, BUS_CONFIGURATION, (known) =>
    onSaved(known, t('sensor-configuration.channel.changed', { number, bus })),
  )
  const edit = useChangeForm({
    thing: props.known,
    valuesOf: (known) => channelFormOf(channelOf(known)),
    validate: channelErrors,
    readNewer: props.readNewer,
    isKept: save.underWay !== undefined,
    onNewer: save.reset,
  })
  const { form, base } = edit
  const channel = channelOf(base)
  const waiting = save.underWay

  function send(values: ChannelForm): void {
    if (Object.keys(edit.changed(values)).length === 0) return onClose()
    save.save(withChannel(base.configuration, { bus, number }, channelWith(channel, values)), base.version)
  }

  return (
    <FormDialog
      title={title}
      submit={t('sensor-configuration.save')}
      busy={save.sending}
      disabled={edit.loading || waiting !== undefined}
      failure={
        save.error === null && save.ended === undefined ? undefined : (
          <SaveFailure error={edit.loadError ?? save.error} ended={save.ended} newer={edit} />
        )
      }
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <Text c="dimmed">
        {t(`sensor-configuration.channel.${isWired(channel) ? 'wired' : 'unwired'}.${channel.channel_type}`)}
      </Text>
      {props.reading === undefined ? undefined : (
        <Text c="dimmed">{t('sensor-configuration.reading', { reading: props.reading })}</Text>
      )}
      <TextInput
        label={t('sensor-configuration.field.description')}
        data-autofocus
        {...form.getInputProps('description')}
      />
      <Switch
        label={t('sensor-configuration.field.enabled')}
        description={t('sensor-configuration.field.enabled.help')}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      <ChannelNumbers form={form} type={channel.channel_type} />
      {waiting === undefined ? undefined : (
        <RequestNote request={waiting} text={t('sensor-configuration.sending')} connected={unit.connected} />
      )}
    </FormDialog>
  )
}

interface ChannelNumbersProps {
  form: ReturnType<typeof useChangeForm<Known<BusConfiguration>, ChannelForm>>['form']
  type: Channel['channel_type']
}

function ChannelNumbers({ form, type }: ChannelNumbersProps) {
  const signal = DISPLAYED_SIGNAL[type]
  const measure = SIGNAL_UNIT[type]
  return (
    <>
      <Group grow align="start">
        <NumberField
          required
          label={t('sensor-configuration.field.signal.min', { measure })}
          placeholder={String(signal.min)}
          {...form.getInputProps('minSignal')}
        />
        <NumberField
          required
          label={t('sensor-configuration.field.signal.max', { measure })}
          placeholder={String(signal.max)}
          {...form.getInputProps('maxSignal')}
        />
      </Group>
      <Group grow align="start">
        <NumberField required label={t('sensor-configuration.field.value.min')} {...form.getInputProps('minUnit')} />
        <NumberField required label={t('sensor-configuration.field.value.max')} {...form.getInputProps('maxUnit')} />
      </Group>
      <Text size="xs" c="dimmed" className={classes['hint'] ?? ''}>
        {t('sensor-configuration.field.scale.help')}
      </Text>
      <Group grow align="start">
        <NumberField required label={t('sensor-configuration.field.offset')} {...form.getInputProps('offset')} />
        <TextInput
          label={t('sensor-configuration.field.measure')}
          placeholder={t('sensor-configuration.field.measure.example')}
          {...form.getInputProps('unit')}
        />
      </Group>
      <NumberField
        required
        label={t('sensor-configuration.field.interval.seconds')}
        {...form.getInputProps('reportInterval')}
      />
    </>
  )
}

/** @throws Error for a board that is not connected any more */
function getChannel(configuration: BusConfiguration, bus: BusId, number: ChannelNumber): Channel {
  const found = findBus(configuration, bus)
  if (found === undefined) throw new Error(`${bus} is not connected any more.`)
  return found.channels[number]
}
