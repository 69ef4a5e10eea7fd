import { type Fields, type Kind, periodic } from '../generator.ts'
import { createChannel } from '../signals/channel.ts'
import { daily, DAY, HOUR, MINUTE, rounded } from '../signals/numbers.ts'
import { siteLocation } from './site-location.ts'

interface InputChannel {
  readonly middle: number
  readonly swing: number
  readonly noise: number
  /** Milliseconds between two turns. */
  readonly period: number
  readonly decimals: number
}

/** Channels 1 to 8 are voltage inputs, 9 to 12 current inputs; the values are scaled to what the sensors measure. */
const CHANNELS: readonly InputChannel[] = [
  { middle: 212, swing: 38, noise: 0.9, period: 7 * HOUR, decimals: 1 },
  { middle: 205, swing: 36, noise: 0.9, period: 7 * HOUR, decimals: 1 },
  { middle: 1.6, swing: 1.1, noise: 0.04, period: 5 * HOUR, decimals: 2 },
  { middle: 0.21, swing: 0.09, noise: 0.008, period: 5 * HOUR, decimals: 3 },
  { middle: 7.42, swing: 0.22, noise: 0.01, period: DAY, decimals: 2 },
  { middle: 11.8, swing: 2.1, noise: 0.04, period: 2 * DAY, decimals: 1 },
  { middle: 64, swing: 18, noise: 0.2, period: 9 * HOUR, decimals: 1 },
  { middle: 3.1, swing: 0.5, noise: 0.02, period: 40 * MINUTE, decimals: 2 },
  { middle: 46, swing: 9, noise: 0.3, period: 3 * HOUR, decimals: 1 },
  { middle: 1.82, swing: 0.35, noise: 0.01, period: 4 * HOUR, decimals: 2 },
  { middle: 8.9, swing: 1.2, noise: 0.05, period: 6 * HOUR, decimals: 2 },
  { middle: 12.4, swing: 3.6, noise: 0.1, period: 2 * HOUR, decimals: 1 },
]

/** A gateway of a treatment works with a bus of 12 wired inputs. */
export const busGateway: Kind = (setting) => {
  const inputs = CHANNELS.map((input, index) => ({ ...input, signal: createChannel(setting.seed, `input ${index}`) }))
  const board = createChannel(setting.seed, 'board')

  const bus = periodic('XetaSense', 10, (at) => {
    const load = daily(at, 18)
    const fields: Record<string, number> = {}
    for (const [index, { middle, swing, noise, period, decimals, signal }] of inputs.entries()) {
      const value = middle + swing * (0.7 * signal.drift(at, period) + 0.3 * load) + noise * signal.noise(at)
      fields[`channel_${index + 1}`] = rounded(value, decimals)
    }
    return fields satisfies Fields
  })

  const gateway = periodic('gateway', 60, (at) => ({
    supply_voltage: rounded(24.1 + 0.1 * board.drift(at, HOUR) + 0.03 * board.noise(at), 2),
    board_temperature: rounded(31 + 4 * daily(at, 16) + 0.3 * board.drift(at, HOUR), 1),
    signal_strength: Math.round(-71 + 4 * board.drift(at, 3 * HOUR) + 2 * board.noise(at + 1)),
    firmware: '4.2.1',
  }))

  return [bus, gateway, siteLocation(setting)]
}
