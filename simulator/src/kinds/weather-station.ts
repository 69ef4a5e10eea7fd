import { type Kind, periodic } from '../generator.ts'
import { createChannel } from '../signals/channel.ts'
import { clamp, daily, DAY, HOUR, MINUTE, rounded } from '../signals/numbers.ts'
import { siteLocation } from './site-location.ts'

/** A mast with air, wind, rain and sun, and the battery that it runs on. */
export const weatherStation: Kind = (setting) => {
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
