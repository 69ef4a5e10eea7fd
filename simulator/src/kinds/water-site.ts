import { createChannel } from '../signals/channel.ts'
import { type Cycle, cycleAt, cyclesBetween } from '../signals/cycle.ts'
import { DAY, HOUR, MINUTE } from '../signals/numbers.ts'

/** A tank and the pump that fills it, as the two units of the site see them. */
export interface WaterSite {
  stateAt(at: number): WaterState
  /** The turns of filling and draining that touch a stretch of time. */
  cyclesBetween(from: number, to: number): Iterable<Cycle>
  /** Hours that the pump has run since it was built in. */
  pumpHoursAt(at: number): number
}

interface WaterState {
  readonly pumping: boolean
  /** Milliseconds since the pump started or stopped. */
  readonly elapsed: number
  /** Percent of the tank. */
  readonly level: number
  /** What people take from the tank, m³/h. */
  readonly outflow: number
  /** The flow of the pump, m³/h. */
  readonly inflow: number
}

export const TANK_CUBIC_METRES = 120
export const PUMPING_TIME = 70 * MINUTE

/** What drains a full tank until the pump starts again, m³/h. */
const MEAN_OUTFLOW = 15.5

const CYCLE = 5 * HOUR
const COMMISSIONED = Date.UTC(2024, 2, 1)

/** The pump starts when the tank is low and fills it in 70 minutes; then people drain it, most of all in the morning and the evening. */
export function createWaterSite(seed: number): WaterSite {
  const pump = createChannel(seed, 'pump')
  const lowOf = (index: number): number => 34 + 7 * pump.pick(index + 0.25)
  const highOf = (index: number): number => 85 + 8 * pump.pick(index + 0.75)

  const stateAt = (at: number): WaterState => {
    const { index, start, end } = cycleAt(pump, CYCLE, at)
    const full = start + PUMPING_TIME
    const outflow = MEAN_OUTFLOW * demandRate(at) * (1 + 0.12 * pump.drift(at, HOUR))
    if (at < full) {
      const rise = highOf(index) - lowOf(index)
      const inflow = (rise / 100) * TANK_CUBIC_METRES * (HOUR / PUMPING_TIME) + outflow
      const level = lowOf(index) + (rise * (at - start)) / PUMPING_TIME
      return { pumping: true, elapsed: at - start, level, outflow, inflow }
    }
    const drained = (demand(at) - demand(full)) / (demand(end) - demand(full))
    const level = highOf(index) - (highOf(index) - lowOf(index + 1)) * drained
    return { pumping: false, elapsed: at - full, level, outflow, inflow: 0 }
  }

  return {
    stateAt,
    cyclesBetween: (from, to) => cyclesBetween(pump, CYCLE, from, to),
    pumpHoursAt: (at) => {
      const { index, start } = cycleAt(pump, CYCLE, at)
      const finished = index - Math.floor(COMMISSIONED / CYCLE)
      return (finished * PUMPING_TIME + Math.min(at - start, PUMPING_TIME)) / HOUR
    },
  }
}

const TURN = (2 * Math.PI) / DAY
const MORNING = 0.35
const EVENING = 0.4

/** How much is taken at a moment against the mean of the day: little at night, two peaks at about 8 and 19 UTC. */
function demandRate(at: number): number {
  return 1 - MORNING * Math.cos(TURN * (at - HOUR)) - EVENING * Math.cos(2 * TURN * (at - 1.5 * HOUR))
}

/** The integral of the rate, in milliseconds of mean demand. */
function demand(at: number): number {
  const morning = (MORNING / TURN) * Math.sin(TURN * (at - HOUR))
  const evening = (EVENING / (2 * TURN)) * Math.sin(2 * TURN * (at - 1.5 * HOUR))
  return at - morning - evening
}
