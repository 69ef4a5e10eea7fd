import { type Kind, periodic } from '../generator.ts'
import { coldStore } from './cold-store.ts'
import { gpsTruck } from './gps-truck.ts'
import { nutrientPanel } from './nutrient-panel.ts'
import { pumpStation } from './pump-station.ts'
import { PRESSURE_SOURCE } from '@fieldwatch/contract/sensors/pressure-sensors'
import { clamp, daily, DAY, HOUR, MINUTE, rounded } from '../signals/numbers.ts'
import { createPressureSensors, SENSORS } from './pressure-sensors.ts'
import { siteLocation } from './site-location.ts'
import { BUS_SOURCE, CHANNEL_NUMBERS } from '@fieldwatch/contract/sensors/sensor-buses'
import { createChannel } from '../signals/channel.ts'
import { FIRST_INPUTS, readBusInputs } from './bus-inputs.ts'
import { createWaterSite, TANK_CUBIC_METRES } from './water-site.ts'

/** A mast with air, wind, rain and sun, and the battery that it runs on. */
const weatherStation: Kind = (setting) => {
  const air = createChannel(setting.seed, 'air')
  const wind = createChannel(setting.seed, 'wind')
  const sky = createChannel(setting.seed, 'sky')

  const temperatureAt = (at: number): number =>
    11 + 4.5 * daily(at, 14) + 5 * air.drift(at, 4 * DAY) + 0.8 * air.drift(at, HOUR)
  const cloudAt = (at: number): number => clamp(0.5 + 0.8 * sky.drift(at, 8 * HOUR), 0, 1)
  const sunAt = (at: number): number =>
    Math.max(0, daily(at, 12.3) - 0.05) * (1 - 0.75 * cloudAt(at)) * 860 * (1 + 0.03 * sky.drift(at, 3 * MINUTE))
  const windAt = (at: number): number =>
    Math.max(0.2, 4.6 + 3.5 * wind.drift(at, 9 * HOUR) + daily(at, 15) + 1.2 * wind.drift(at, 4 * MINUTE))

  const weather = periodic('weather', 10, (at) => {
    const temperature = temperatureAt(at) + 0.05 * air.noise(at)
    const speed = windAt(at) + 0.4 * wind.noise(at)
    return {
      temperature: rounded(temperature, 1),
      humidity: rounded(clamp(118 - 3.4 * temperature + 6 * sky.drift(at, 5 * HOUR), 22, 100), 1),
      pressure: rounded(1013 + 14 * air.drift(at + DAY, 3 * DAY) + 0.05 * air.noise(at + 1), 1),
      wind_speed: rounded(Math.max(0, speed), 1),
      wind_gust: rounded(Math.max(0, speed) * (1.25 + 0.2 * wind.pick(at)), 1),
      wind_direction: Math.round((245 + 70 * wind.drift(at + DAY, 11 * HOUR) + 12 * wind.noise(at + 2) + 360) % 360),
      rain_rate: rounded(Math.max(0, (cloudAt(at) - 0.82) * 24 * (1 + sky.drift(at, 7 * MINUTE))), 1),
      solar_radiation: Math.round(sunAt(at)),
    }
  })

  const status = periodic('status', 60, (at) => ({
    battery_voltage: rounded(12.7 + 0.55 * clamp(daily(at, 14), -0.4, 1) + 0.02 * air.noise(at), 2),
    signal_strength: Math.round(-79 + 6 * sky.drift(at, 2 * HOUR) + 2 * sky.noise(at)),
    enclosure_temperature: rounded(temperatureAt(at) + 3 + sunAt(at) / 90, 1),
  }))

  return [weather, status, siteLocation(setting)]
}

/** A drinking water tank: level, volume, what flows out, and the quality of what is in it. */
const waterTank: Kind = (setting) => {
  const site = createWaterSite(setting.seed)
  const water = createChannel(setting.seed, 'water')

  const tank = periodic('tank', 5, (at) => {
    const { pumping, level, outflow } = site.stateAt(at)
    const shown = clamp(level + (pumping ? 0.25 : 0.06) * water.noise(at), 0, 100)
    return {
      level: rounded(shown, 1),
      volume: rounded((shown / 100) * TANK_CUBIC_METRES, 1),
      outflow: rounded(outflow * (1 + 0.02 * water.noise(at + 1)), 1),
      inlet_open: pumping,
    }
  })

  const quality = periodic('quality', 30, (at) => ({
    temperature: rounded(9.4 + 1.2 * water.drift(at, 6 * DAY) + 0.4 * daily(at, 17), 1),
    chlorine: rounded(0.42 + 0.08 * water.drift(at, DAY) + 0.005 * water.noise(at), 2),
    turbidity: rounded(0.18 + 0.07 * (1 + water.drift(at + DAY, DAY)) + 0.01 * water.noise(at + 1), 2),
  }))

  return [tank, quality, siteLocation(setting)]
}

/** A gateway of a treatment works with a bus of 12 wired inputs. */
const busGateway: Kind = (setting) => {
  const valueOf = readBusInputs(FIRST_INPUTS, (number) => createChannel(setting.seed, `input ${number - 1}`))
  const board = createChannel(setting.seed, 'board')

  const bus = periodic(BUS_SOURCE, 10, (at) =>
    Object.fromEntries(CHANNEL_NUMBERS.map((number) => [`channel_${number}`, valueOf(number, at)])),
  )

  const gateway = periodic('gateway', 60, (at) => ({
    supply_voltage: rounded(24.1 + 0.1 * board.drift(at, HOUR) + 0.03 * board.noise(at), 2),
    board_temperature: rounded(31 + 4 * daily(at, 16) + 0.3 * board.drift(at, HOUR), 1),
    signal_strength: Math.round(-71 + 4 * board.drift(at, 3 * HOUR) + 2 * board.noise(at + 1)),
    firmware: '4.2.1',
  }))

  return [bus, gateway, siteLocation(setting)]
}

/** A gateway that hears wireless pressure sensors along the mains. Each sensor's values come as fields of their own. */
const pressureGateway: Kind = (setting) => {
  const { mains, read } = createPressureSensors(setting)
  const gateway = periodic('gateway', 60, (at) => ({
    sensors_heard: mains.pick(at) < 0.985 ? SENSORS.length : SENSORS.length - 1,
    supply_voltage: rounded(12.3 + 0.1 * mains.drift(at, HOUR) + 0.02 * mains.noise(at), 2),
    signal_strength: Math.round(-84 + 5 * mains.drift(at, 3 * HOUR) + 2 * mains.noise(at + 1)),
  }))

  return [periodic(PRESSURE_SOURCE, 20, (at) => read(at, () => 0)), gateway, siteLocation(setting)]
}

export const KIND_NAMES = [
  'weather-station',
  'water-tank',
  'pump-station',
  'gps-truck',
  'bus-gateway',
  'pressure-gateway',
  'nutrient-panel',
  'cold-store',
] as const
export type KindName = (typeof KIND_NAMES)[number]

/** Every kind of unit that can be simulated. */
export const KINDS: Readonly<Record<KindName, Kind>> = {
  'weather-station': weatherStation,
  'water-tank': waterTank,
  'pump-station': pumpStation,
  'gps-truck': gpsTruck,
  'bus-gateway': busGateway,
  'pressure-gateway': pressureGateway,
  'nutrient-panel': nutrientPanel,
  'cold-store': coldStore,
}
