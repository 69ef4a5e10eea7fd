import {
  PRESSURE_ACTION_CLASS,
  PRESSURE_SOURCE,
  type PressureConfiguration,
  readPressureConfiguration,
} from '@fieldwatch/contract/sensors/pressure-sensors'
import { periodic, type UnitSetting } from '../generator.ts'
import { createPressureSensors, SENSORS } from '../kinds/pressure-sensors.ts'
import { type Configured, isDue } from './configured.ts'

const REPORTED_SECONDS = 20
const MEASURED_SECONDS = 10

/** The sensors that a gateway hears: each is reported at its interval, with its offset. */
export function createConfiguredPressure(setting: UnitSetting): Configured {
  const sensors = createPressureSensors(setting)
  const serials = SENSORS.map(({ serial }): string => serial)
  let current: PressureConfiguration = {
    serial_number_list: serials.map((serial) => ({
      serial_number: serial,
      offset: 0,
      update_frequency: MEASURED_SECONDS,
      report_interval: REPORTED_SECONDS,
    })),
  }

  return {
    actionClass: PRESSURE_ACTION_CLASS,
    read: () => current,
    update: (given) => {
      const { configuration, problem } = readPressureConfiguration(given)
      if (configuration === undefined) return problem
      const stranger = configuration.serial_number_list.find((sensor) => !serials.includes(sensor.serial_number))
      if (stranger !== undefined) return `No sensor ${stranger.serial_number} is in range.`
      current = configuration
      return undefined
    },
    source: periodic(PRESSURE_SOURCE, 1, (at) => {
      const due = new Map(
        current.serial_number_list
          .filter((sensor) => isDue(at, sensor.report_interval))
          .map((sensor) => [sensor.serial_number, sensor.offset]),
      )
      return due.size === 0 ? undefined : sensors.read(at, (serial) => due.get(serial))
    }),
  }
}
