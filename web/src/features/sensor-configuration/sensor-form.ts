import { intervalProblem, type PressureSensor } from '@fieldwatch/contract/sensors/pressure-sensors'
import { z } from 'zod'
import { formErrors } from '#ui/components/form-errors.ts'
import { requiredNumber, requiredSeconds } from './channel-form.ts'

const SensorValues = z.object({
  offset: requiredNumber('Offset'),
  updateFrequency: requiredSeconds('Update frequency'),
  reportInterval: requiredSeconds('Report interval'),
})

/** What a person enters of a sensor. An empty text is no number yet. */
export type SensorForm = { [Name in keyof z.infer<typeof SensorValues>]: number | '' }

/** The two fields that have to fit each other. */
export type IntervalField = 'updateFrequency' | 'reportInterval'

export function sensorFormOf({ offset, update_frequency, report_interval }: PressureSensor): SensorForm {
  return { offset, updateFrequency: update_frequency, reportInterval: report_interval }
}

/** What is wrong, by field; what is wrong between the intervals is told at the one that was changed last. */
export function sensorErrors(form: SensorForm, changed: IntervalField): Record<string, string> {
  const errors = formErrors(SensorValues.safeParse(form))
  const { updateFrequency, reportInterval } = form
  if (errors['updateFrequency'] !== undefined || errors['reportInterval'] !== undefined) return errors
  const intervals = { update_frequency: Number(updateFrequency), report_interval: Number(reportInterval) }
  const found = intervalProblem(intervals, changed === 'reportInterval' ? 'report_interval' : 'update_frequency')
  return found === undefined ? errors : { ...errors, [changed]: found.problem }
}

/**
 * A sensor with what was entered; what else the gateway says of it stays.
 * @throws ZodError for a form that has errors
 */
export function sensorWith(sensor: PressureSensor, form: SensorForm): PressureSensor {
  const { offset, updateFrequency, reportInterval } = SensorValues.parse(form)
  return { ...sensor, offset, update_frequency: updateFrequency, report_interval: reportInterval }
}
