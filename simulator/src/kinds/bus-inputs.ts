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

type Inputs = Readonly<Partial<Record<ChannelNumber, BusInput>>>

const flow = { unit: 'm³/h', least: 0, most: 400, noise: 0.9, period: 7 * HOUR, decimals: 1 }
const turbidity = { unit: 'NTU', least: 0, most: 10, period: 5 * HOUR }

/** Channels 1 to 8 are voltage inputs, 9 to 12 current inputs; the values are scaled to what the sensors measure. */
export const FIRST_INPUTS = {
  1: { description: 'Raw water', ...flow, seconds: 10, middle: 212, swing: 38 },
  2: { description: 'Treated water', ...flow, seconds: 10, middle: 205, swing: 36 },
  3: { description: 'Turbidity raw', ...turbidity, seconds: 10, middle: 1.6, swing: 1.1, noise: 0.04, decimals: 2 },
  4: {
    description: 'Turbidity filtered',
    ...turbidity,
    seconds: 10,
    middle: 0.21,
    swing: 0.09,
    noise: 0.008,
    decimals: 3,
  },
  5: {
    description: 'pH',
    unit: 'pH',
    least: 0,
    most: 14,
    seconds: 10,
    middle: 7.42,
    swing: 0.22,
    noise: 0.01,
    period: DAY,
    decimals: 2,
  },
  6: {
    description: 'Temperature',
    unit: '°C',
    least: -10,
    most: 40,
    seconds: 10,
    middle: 11.8,
    swing: 2.1,
    noise: 0.04,
    period: 2 * DAY,
    decimals: 1,
  },
  7: {
    description: 'Clear well',
    unit: '%',
    least: 0,
    most: 100,
    seconds: 10,
    middle: 64,
    swing: 18,
    noise: 0.2,
    period: 9 * HOUR,
    decimals: 1,
  },
  8: {
    description: 'Filter head',
    unit: 'm',
    least: 0,
    most: 6,
    seconds: 10,
    middle: 3.1,
    swing: 0.5,
    noise: 0.02,
    period: 40 * MINUTE,
    decimals: 2,
  },
  9: {
    description: 'Blower',
    unit: 'Hz',
    least: 0,
    most: 60,
    seconds: 10,
    middle: 46,
    swing: 9,
    noise: 0.3,
    period: 3 * HOUR,
    decimals: 1,
  },
  10: {
    description: 'Dosing',
    unit: 'l/h',
    least: 0,
    most: 4,
    seconds: 10,
    middle: 1.82,
    swing: 0.35,
    noise: 0.01,
    period: 4 * HOUR,
    decimals: 2,
  },
  11: {
    description: 'Oxygen',
    unit: 'mg/l',
    least: 0,
    most: 20,
    seconds: 10,
    middle: 8.9,
    swing: 1.2,
    noise: 0.05,
    period: 6 * HOUR,
    decimals: 2,
  },
  12: {
    description: 'Power',
    unit: 'kW',
    least: 0,
    most: 30,
    seconds: 10,
    middle: 12.4,
    swing: 3.6,
    noise: 0.1,
    period: 2 * HOUR,
    decimals: 1,
  },
} as const satisfies Inputs

/** A second board, with more room than sensors. */
export const SECOND_INPUTS = {
  1: {
    description: 'Sludge level',
    unit: 'm',
    least: 0,
    most: 5,
    seconds: 60,
    middle: 1.9,
    swing: 0.7,
    noise: 0.02,
    period: 12 * HOUR,
    decimals: 2,
  },
  2: {
    description: 'Vibration',
    unit: 'mm/s',
    least: 0,
    most: 20,
    seconds: 60,
    middle: 2.3,
    swing: 0.9,
    noise: 0.1,
    period: HOUR,
    decimals: 2,
  },
  9: {
    description: 'Spare flow meter',
    unit: 'm³/h',
    least: 0,
    most: 100,
    seconds: 60,
    disabled: true,
    middle: 20,
    swing: 5,
    noise: 0.4,
    period: 6 * HOUR,
    decimals: 1,
  },
} as const satisfies Inputs

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
