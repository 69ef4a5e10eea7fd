import type { ChannelNumber } from '@fieldwatch/contract/sensors/sensor-buses'
import type { Channel } from '../signals/channel.ts'
import { daily, DAY, HOUR, MINUTE, rounded } from '../signals/numbers.ts'

/** A sensor on an input of a bus, and what it measures. */
export interface BusInput {
  readonly description: string
  readonly unit: string
  /** What the ends of the signal mean. */
  readonly least: number
  readonly most: number
  /** Between two reports. */
  readonly seconds: number
  readonly disabled?: boolean
  readonly middle: number
  readonly swing: number
  readonly noise: number
  /** Milliseconds between two turns. */
  readonly period: number
  readonly decimals: number
}

export type Inputs = Readonly<Partial<Record<ChannelNumber, BusInput>>>

type Behaviour = Pick<BusInput, 'middle' | 'swing' | 'noise' | 'period' | 'decimals'> &
  Partial<Pick<BusInput, 'seconds' | 'disabled'>>

function input(description: string, unit: string, [least, most]: [number, number], behaviour: Behaviour): BusInput {
  return { description, unit, least, most, seconds: 10, ...behaviour }
}

/** Channels 1 to 8 are voltage inputs, 9 to 12 current inputs; the values are scaled to what the sensors measure. */
export const FIRST_INPUTS: Inputs = {
  1: input('Raw water', 'm³/h', [0, 400], { middle: 212, swing: 38, noise: 0.9, period: 7 * HOUR, decimals: 1 }),
  2: input('Treated water', 'm³/h', [0, 400], { middle: 205, swing: 36, noise: 0.9, period: 7 * HOUR, decimals: 1 }),
  3: input('Turbidity raw', 'NTU', [0, 10], { middle: 1.6, swing: 1.1, noise: 0.04, period: 5 * HOUR, decimals: 2 }),
  4: input('Turbidity filtered', 'NTU', [0, 10], {
    middle: 0.21,
    swing: 0.09,
    noise: 0.008,
    period: 5 * HOUR,
    decimals: 3,
  }),
  5: input('pH', 'pH', [0, 14], { middle: 7.42, swing: 0.22, noise: 0.01, period: DAY, decimals: 2 }),
  6: input('Temperature', '°C', [-10, 40], { middle: 11.8, swing: 2.1, noise: 0.04, period: 2 * DAY, decimals: 1 }),
  7: input('Clear well', '%', [0, 100], { middle: 64, swing: 18, noise: 0.2, period: 9 * HOUR, decimals: 1 }),
  8: input('Filter head', 'm', [0, 6], { middle: 3.1, swing: 0.5, noise: 0.02, period: 40 * MINUTE, decimals: 2 }),
  9: input('Blower', 'Hz', [0, 60], { middle: 46, swing: 9, noise: 0.3, period: 3 * HOUR, decimals: 1 }),
  10: input('Dosing', 'l/h', [0, 4], { middle: 1.82, swing: 0.35, noise: 0.01, period: 4 * HOUR, decimals: 2 }),
  11: input('Oxygen', 'mg/l', [0, 20], { middle: 8.9, swing: 1.2, noise: 0.05, period: 6 * HOUR, decimals: 2 }),
  12: input('Power', 'kW', [0, 30], { middle: 12.4, swing: 3.6, noise: 0.1, period: 2 * HOUR, decimals: 1 }),
}

const slow = { seconds: 60 }

/** A second board, with more room than sensors. */
export const SECOND_INPUTS: Inputs = {
  1: input('Sludge level', 'm', [0, 5], {
    ...slow,
    middle: 1.9,
    swing: 0.7,
    noise: 0.02,
    period: 12 * HOUR,
    decimals: 2,
  }),
  2: input('Vibration', 'mm/s', [0, 20], { ...slow, middle: 2.3, swing: 0.9, noise: 0.1, period: HOUR, decimals: 2 }),
  9: input('Spare flow meter', 'm³/h', [0, 100], {
    ...slow,
    disabled: true,
    middle: 20,
    swing: 5,
    noise: 0.4,
    period: 6 * HOUR,
    decimals: 1,
  }),
}

/** Reads what the inputs of a board measure, each with its own chance. */
export function readBusInputs(
  inputs: Inputs,
  chanceOf: (number: ChannelNumber) => Channel,
): (number: ChannelNumber, at: number) => number {
  const wired = new Map(
    Object.entries(inputs).map(([text, input]) => {
      // The keys are those of the type.
      const number = Number(text) as ChannelNumber
      return [number, { input, signal: chanceOf(number) }]
    }),
  )
  return (number, at) => {
    const found = wired.get(number)
    if (found === undefined) return 0
    const { input, signal } = found
    const wave = 0.7 * signal.drift(at, input.period) + 0.3 * daily(at, 18)
    return rounded(input.middle + input.swing * wave + input.noise * signal.noise(at), input.decimals)
  }
}
