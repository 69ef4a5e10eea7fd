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
  const save = useSave(unit.dataID, PRESSURE_CONFIGURATION, (known) => onSaved(known, `${serialNumber} was changed.`))
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
      title={`Sensor ${serialNumber}`}
      submit="Save"
      busy={save.sending}
      disabled={waiting !== undefined || Object.keys(errors).length > 0}
      failure={
        save.error === null && save.ended === undefined ? undefined : (
          <SaveFailure error={edit.loadError ?? save.error} ended={save.ended} newer={edit} />
        )
      }
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      {props.reading === undefined ? undefined : <Text c="dimmed">It reads {props.reading}.</Text>}
      <NumberField
        required
        data-autofocus
        label="Offset"
        description="Added to the pressure that it measures"
        {...fieldOf('offset')}
      />
      <NumberField
        required
        label="Update frequency (seconds)"
        description="The time from one measurement to the next"
        {...fieldOf('updateFrequency')}
      />
      <NumberField
        required
        label="Report interval (seconds)"
        description="The time from one report to the next"
        {...fieldOf('reportInterval')}
      />
      {waiting === undefined ? undefined : (
        <RequestNote request={waiting} text="The change is on its way." connected={unit.connected} />
      )}
    </FormDialog>
  )
}

/** @throws Error for a sensor that the gateway does not list any more */
function getSensor(configuration: PressureConfiguration, serialNumber: string): PressureSensor {
  const sensor = configuration.serial_number_list.find((one) => one.serial_number === serialNumber)
  if (sensor === undefined) throw new Error(`The unit does not list the sensor ${serialNumber} any more.`)
  return sensor
}
