import {
  type PressureConfiguration,
  type PressureSensor,
  withSensor,
} from '@fieldwatch/contract/sensors/pressure-sensors'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useChangeForm } from '#shared/changes/use-change-form.ts'
import { RequestNote } from '#shared/requests/request-note.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { NumberField } from '#ui/components/number-field.tsx'
import type { Known } from './connection.ts'
import { PRESSURE_CONFIGURATION } from './pressure-configuration.ts'
import { SaveFailure } from './save-failure.tsx'
import { type IntervalField, sensorErrors, type SensorForm, sensorFormOf, sensorWith } from './sensor-form.ts'
import { useSave } from './use-save.ts'
import { t } from './texts.ts'

interface SensorDialogProps {
  unit: DataDocument
  /** As it was when the dialog was opened. */
  known: Known<PressureConfiguration>
  serialNumber: string
  /** What the sensor reads now, in words. */
  reading: string | undefined
  readNewer: () => Promise<Known<PressureConfiguration>>
  onSaved: (known: Known<PressureConfiguration>, text: string) => void
  onClose: () => void
}

/** Changes what a gateway makes of one wireless pressure sensor. */
export function SensorDialog(props: SensorDialogProps) {
  const { unit, serialNumber, onSaved, onClose } = props
  const [changed, setChanged] = useState<IntervalField>('reportInterval')
  const save = useSave(unit.dataID, PRESSURE_CONFIGURATION, (known) =>
    onSaved(known, t('sensor-configuration.sensor.changed', { serialNumber })),
  )
  const edit = useChangeForm({
    thing: props.known,
    valuesOf: ({ configuration }) => sensorFormOf(getSensor(configuration, serialNumber)),
    validate: (values: SensorForm) => sensorErrors(values, changed),
    readNewer: props.readNewer,
    isKept: save.underWay !== undefined,
    onNewer: save.reset,
  })
  const { form, base } = edit
  const waiting = save.underWay
  const errors = sensorErrors(form.values, changed)

  function send(values: SensorForm): void {
    if (Object.keys(edit.changed(values)).length === 0) return onClose()
    const sensor = sensorWith(getSensor(base.configuration, serialNumber), values)
    save.save(withSensor(base.configuration, sensor), base.version)
  }

  function fieldOf(name: keyof SensorForm) {
    return {
      value: form.values[name],
      error: errors[name],
      onChange: (value: number | '') => {
        if (name !== 'offset') setChanged(name)
        form.setFieldValue(name, value)
      },
    }
  }

  return (
    <FormDialog
      title={t('sensor-configuration.sensor.title', { serialNumber })}
      submit={t('sensor-configuration.save')}
      busy={save.sending}
      disabled={edit.loading || waiting !== undefined || Object.keys(errors).length > 0}
      failure={
        save.error === null && save.ended === undefined ? undefined : (
          <SaveFailure error={edit.loadError ?? save.error} ended={save.ended} newer={edit} />
        )
      }
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      {props.reading === undefined ? undefined : (
        <Text c="dimmed">{t('sensor-configuration.reading', { reading: props.reading })}</Text>
      )}
      <NumberField
        required
        data-autofocus
        label={t('sensor-configuration.field.offset')}
        description={t('sensor-configuration.field.offset.help')}
        {...fieldOf('offset')}
      />
      <NumberField
        required
        label={t('sensor-configuration.field.update.seconds')}
        description={t('sensor-configuration.field.update.help')}
        {...fieldOf('updateFrequency')}
      />
      <NumberField
        required
        label={t('sensor-configuration.field.interval.seconds')}
        description={t('sensor-configuration.field.interval.help')}
        {...fieldOf('reportInterval')}
      />
      {waiting === undefined ? undefined : (
        <RequestNote request={waiting} text={t('sensor-configuration.sending')} connected={unit.connected} />
      )}
    </FormDialog>
  )
}

/** @throws Error for a sensor that the gateway does not list any more */
function getSensor(configuration: PressureConfiguration, serialNumber: string): PressureSensor {
  const sensor = configuration.serial_number_list.find((one) => one.serial_number === serialNumber)
  if (sensor === undefined) throw new Error(t('sensor-configuration.failed.gone', { serialNumber }))
  return sensor
}
