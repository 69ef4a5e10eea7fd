import { PRESSURE_SOURCE } from '@fieldwatch/contract/pressure-sensors'
import { type Kind, periodic } from '../generator.ts'
import { HOUR, rounded } from '../signals/numbers.ts'
import { createPressureSensors, SENSORS } from './pressure-sensors.ts'
import { siteLocation } from './site-location.ts'

/** A gateway that hears wireless pressure sensors along the mains. Each sensor's values come as fields of their own. */
export const pressureGateway: Kind = (setting) => {
  const { mains, read } = createPressureSensors(setting)
  const gateway = periodic('gateway', 60, (at) => ({
    sensors_heard: mains.pick(at) < 0.985 ? SENSORS.length : SENSORS.length - 1,
    supply_voltage: rounded(12.3 + 0.1 * mains.drift(at, HOUR) + 0.02 * mains.noise(at), 2),
    signal_strength: Math.round(-84 + 5 * mains.drift(at, 3 * HOUR) + 2 * mains.noise(at + 1)),
  }))

  return [periodic(PRESSURE_SOURCE, 20, (at) => read(at, () => 0)), gateway, siteLocation(setting)]
}
