import { z } from 'zod'
import { DEFAULT_REPORT_INTERVAL } from './sensor-buses.ts'
import { defaulted, readConfiguration, type ReadConfiguration } from './unit-configuration.ts'

/** The wireless pressure sensors that a gateway hears (specification, document 2, sections 2.4, 3 and 5). Times are in seconds. */

/** The class of requests about the sensors. */
export const PRESSURE_ACTION_CLASS = 'Tdwlb'

/** The source with their values: `{serial_number}_pressure` and others. */
export const PRESSURE_SOURCE = 'TDWLB'

const SensorSettings = z
  .looseObject({
    serial_number: z.string().min(1).max(100),
    offset: defaulted(z.number(), 0),
    update_frequency: z.number().nullish(),
    report_interval: defaulted(z.number(), DEFAULT_REPORT_INTERVAL),
  })
  .transform((sensor) => ({ ...sensor, update_frequency: sensor.update_frequency ?? sensor.report_interval }))

export const PressureConfiguration = z
  .looseObject({ serial_number_list: z.array(SensorSettings).max(1000) })
  .refine(({ serial_number_list: list }) => new Set(list.map((one) => one.serial_number)).size === list.length, {
    path: ['serial_number_list'],
    message: 'fields.serial-twice',
  })

/** What a gateway answers to `ListConfigInfo`, and gets with `UpdateConfig`. */
export type PressureConfiguration = z.output<typeof PressureConfiguration>
export type PressureSensor = PressureConfiguration['serial_number_list'][number]

/** Reads what a gateway answered, or gets. */
export function readPressureConfiguration(payload: unknown): ReadConfiguration<PressureConfiguration> {
  return readConfiguration(PressureConfiguration, payload, ([list, place]) =>
    list === 'serial_number_list' && typeof place === 'number' ? `Sensor ${place + 1}` : undefined,
  )
}

/** The configuration with other settings of the sensor with this serial number. */
export function withSensor(configuration: PressureConfiguration, sensor: PressureSensor): PressureConfiguration {
  const list = configuration.serial_number_list.map((one) =>
    one.serial_number === sensor.serial_number ? sensor : one,
  )
  return { ...configuration, serial_number_list: list }
}

/** What a sensor reports, and its unit of measure. */
export const PRESSURE_QUANTITIES = [
  { name: 'pressure', unit: 'bar' },
  { name: 'temperature', unit: '°C' },
  { name: 'battery', unit: 'V' },
  { name: 'rssi', unit: 'dBm' },
] as const

/** The field in which a sensor has a value, such as its pressure. */
export function sensorField(serialNumber: string, quantity: string): string {
  return `${serialNumber}_${quantity}`
}
