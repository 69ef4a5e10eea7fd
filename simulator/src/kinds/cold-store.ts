import { type Kind, periodic } from '../generator.ts'
import { createChannel } from '../signals/channel.ts'
import { cycleAt } from '../signals/cycle.ts'
import { clamp, daily, HOUR, MINUTE, rounded } from '../signals/numbers.ts'
import { siteLocation } from './site-location.ts'

const SET_POINT = 3.5
const COMPRESSOR_CYCLE = 22 * MINUTE
const DEFROST_EVERY = 6 * HOUR
const DEFROST_TIME = 18 * MINUTE
const DOOR_EVERY = 50 * MINUTE
const BUSY_HOURS = { from: 5, to: 20 } as const

/** A cold store for reagents and samples: the compressor holds 2 to 5 °C, the door lets warmth in, and the evaporator is defrosted. */
export const coldStore: Kind = (setting) => {
  const room = createChannel(setting.seed, 'room')
  const door = createChannel(setting.seed, 'door')
  const defrost = createChannel(setting.seed, 'defrost')
  const compressor = createChannel(setting.seed, 'compressor')

  const doorAt = (at: number) => {
    const { index, start } = cycleAt(door, DOOR_EVERY, at)
    const hour = new Date(start).getUTCHours()
    const used = hour >= BUSY_HOURS.from && hour < BUSY_HOURS.to
    const openFor = used ? (0.6 + 4.5 * door.pick(index + 0.5) ** 2) * MINUTE : 0
    const elapsed = at - start
    return { open: elapsed < openFor, warmth: warmth(elapsed, openFor, 9 * MINUTE) * (openFor / (5 * MINUTE)) * 3.6 }
  }
  const defrostAt = (at: number) => {
    const elapsed = at - cycleAt(defrost, DEFROST_EVERY, at).start
    return { on: elapsed < DEFROST_TIME, warmth: warmth(elapsed, DEFROST_TIME, 14 * MINUTE) * 3.2 }
  }
  const coolingAt = (at: number): number => {
    const { start, end } = cycleAt(compressor, COMPRESSOR_CYCLE, at)
    const share = (at - start) / (end - start)
    return share < 0.55 ? 1 - share / 0.275 : (share - 0.55) / 0.225 - 1
  }
  const coolingOn = (at: number): boolean => {
    const { start, end } = cycleAt(compressor, COMPRESSOR_CYCLE, at)
    return (at - start) / (end - start) < 0.55 && !defrostAt(at).on
  }
  const airAt = (at: number): number =>
    SET_POINT + 0.7 * coolingAt(at) + doorAt(at).warmth + defrostAt(at).warmth + 0.2 * room.drift(at, 2 * HOUR)

  const store = periodic('cold_store', 10, (at) => {
    const on = coolingOn(at)
    return {
      air_temperature: rounded(airAt(at) + 0.03 * room.noise(at), 2),
      product_temperature: rounded(productTemperature(airAt, at), 2),
      humidity: rounded(clamp(82 + 5 * room.drift(at, HOUR) + 2.5 * doorAt(at).warmth, 40, 99), 1),
      door_open: doorAt(at).open,
      defrost: defrostAt(at).on,
      compressor_power: rounded(on ? 1.42 + 0.06 * compressor.drift(at, 5 * MINUTE) : 0.04, 2),
    }
  })

  const plant = periodic('plant', 60, (at) => ({
    suction_pressure: rounded((coolingOn(at) ? 1.9 : 3.1) + 0.05 * compressor.noise(at), 2),
    discharge_pressure: rounded((coolingOn(at) ? 11.8 : 7.4) + 0.8 * daily(at, 15) + 0.1 * compressor.noise(at + 1), 2),
    condenser_temperature: rounded(
      27 + 4 * daily(at, 15) + (coolingOn(at) ? 6 : 0) + 0.2 * compressor.noise(at + 2),
      1,
    ),
  }))

  return [store, plant, siteLocation(setting)]
}

/** How far something has warmed up after `elapsed`, when it is heated for `heatedFor` and then cooled: 0 to 1. */
function warmth(elapsed: number, heatedFor: number, cooling: number): number {
  if (heatedFor === 0) return 0
  return elapsed < heatedFor ? elapsed / heatedFor : Math.exp(-(elapsed - heatedFor) / cooling)
}

/** Goods follow the air slowly: the mean of the last half hour and more. */
function productTemperature(airAt: (at: number) => number, at: number): number {
  const lags = [0, 8, 16, 26, 40]
  return lags.reduce((sum, lag) => sum + airAt(at - lag * MINUTE), 0) / lags.length
}
