import type { Fields, UnitSetting } from '../generator.ts'
import { createChannel } from '../signals/channel.ts'
import { daily, DAY, HOUR, MINUTE, rounded } from '../signals/numbers.ts'

/** Serial numbers of the sensors, with the pressure (bar) and the depth of the mains that each sits on. */
export const SENSORS = [
  { serial: 'TD1042', bar: 5.2, metres: 1.2, batteryAtStart: 3.62 },
  { serial: 'TD1043', bar: 4.7, metres: 1.1, batteryAtStart: 3.6 },
  { serial: 'TD1077', bar: 3.9, metres: 0.9, batteryAtStart: 3.58 },
  { serial: 'TD1081', bar: 6.1, metres: 1.6, batteryAtStart: 3.61 },
] as const

const BATTERY_SINCE = Date.UTC(2025, 0, 1)
const VOLTS_A_DAY = 0.000_35

/** Reads what a sensor measures; `offset` is added to the pressure. */
export function createPressureSensors({ seed }: UnitSetting) {
  const mains = createChannel(seed, 'mains')
  const sensors = SENSORS.map((sensor) => ({ ...sensor, signal: createChannel(seed, sensor.serial) }))
  return {
    mains,
    read: (at: number, offsetOf: (serial: string) => number | undefined): Fields => {
      const demand = 0.35 * daily(at, 8) + 0.25 * daily(at, 19) + 0.4 * mains.drift(at, 90 * MINUTE)
      const fields: Record<string, number> = {}
      for (const { serial, bar, metres, batteryAtStart, signal } of sensors) {
        const offset = offsetOf(serial)
        if (offset === undefined) continue
        const pressure = bar - 0.32 * demand + 0.06 * signal.drift(at, 20 * MINUTE) + 0.012 * signal.noise(at)
        const soil = 9.5 + (1.8 / metres) * daily(at, 17) + 1.4 * mains.drift(at, 8 * DAY)
        fields[`${serial}_pressure`] = rounded(pressure + offset, 3)
        fields[`${serial}_temperature`] = rounded(soil + 0.04 * signal.noise(at + 1), 1)
        fields[`${serial}_battery`] = rounded(batteryAtStart - (VOLTS_A_DAY * (at - BATTERY_SINCE)) / DAY, 2)
        fields[`${serial}_rssi`] = Math.round(
          -72 - 8 * metres + 4 * signal.drift(at, 2 * HOUR) + 2 * signal.noise(at + 2),
        )
      }
      return fields
    },
  }
}
