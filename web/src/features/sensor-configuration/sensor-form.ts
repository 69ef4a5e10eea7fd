import type { PressureSensor } from '@fieldwatch/contract/sensors/pressure-sensors'
import { z } from 'zod'
import { formErrors } from '#ui/components/form-errors.ts'
import { RequiredNumber, RequiredSeconds } from './channel-form.ts'
import { t } from './texts.ts'

const SensorValues = z.object({
  offset: RequiredNumber,
  updateFrequency: RequiredSeconds,
  reportInterval: RequiredSeconds,
})

/** What a person enters of a sensor. An empty text is no number yet. */
export type SensorForm = { [Name in keyof z.infer<typeof SensorValues>]: number | '' }

/** The two fields that have to fit each other. */
export type IntervalField = 'updateFrequency' | 'reportInterval'

export function sensorFormOf({ offset, update_frequency, report_interval }: PressureSensor): SensorForm {
  return { offset, updateFrequency: update_frequency, reportInterval: report_interval }
}

/** What is wrong, by field; what is wrong between the intervals is shown at the one that was changed last. */
export function sensorErrors(form: SensorForm, changed: IntervalField): Record<string, string> {
  const errors = formErrors(SensorValues.safeParse(form))
  const { updateFrequency, reportInterval } = form
  if (errors['updateFrequency'] !== undefined || errors['reportInterval'] !== undefined) return errors
  if (Number(reportInterval) >= Number(updateFrequency)) return errors
  const problem =
    changed === 'reportInterval' ? t('sensor-configuration.error.interval') : t('sensor-configuration.error.update')
  return { ...errors, [changed]: problem }
}

/**
 * A sensor with what was entered; what else the gateway says of it stays.
 * @throws ZodError for a form that has errors
 */
export function sensorWith(sensor: PressureSensor, form: SensorForm): PressureSensor {
  const { offset, updateFrequency, reportInterval } = SensorValues.parse(form)
  return { ...sensor, offset, update_frequency: updateFrequency, report_interval: reportInterval }
}
