import { planCharts, type PlannedLine } from '../chart-plan.ts'
import { ANALYTE, SENSORS } from '#shared/sensors/reading.ts'

/** The readings of the sensors as columns of one table. */
export function exportLines(): readonly PlannedLine[] {
  const specifications = Object.fromEntries(
    SENSORS.map(({ name, source }) => [source, [{ field: ANALYTE, friendlyName: name }]]),
  )
  return planCharts([{ title: 'Sensors', type: 'timeseries', specifications }]).flatMap(({ lines }) => lines)
}
