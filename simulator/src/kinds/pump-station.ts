import { type Kind, periodic, type SimulatedRecord, type SourceGenerator } from '../generator.ts'
import { createChannel } from '../signals/channel.ts'
import { daily, HOUR, MINUTE, rounded, SECOND } from '../signals/numbers.ts'
import { siteLocation } from './site-location.ts'
import { createWaterSite, PUMPING_TIME, type WaterSite } from './water-site.ts'

const RAMP = 45 * SECOND
const RATED_KILOWATTS = 17.4

/** The pump that fills the tank of its site, with the events that its controller reports. */
export const pumpStation: Kind = (setting) => {
  const site = createWaterSite(setting.seed)
  const machine = createChannel(setting.seed, 'machine')

  const pump = periodic('pump', 2, (at) => {
    const { pumping, elapsed, inflow } = site.stateAt(at)
    const ramp = pumping ? Math.min(1, elapsed / RAMP) : Math.max(0, 1 - elapsed / (RAMP / 3))
    const unrest = ramp * machine.noise(at)
    const flow = pumping ? inflow * ramp : 0
    return {
      running: pumping,
      flow: rounded(Math.max(0, flow + 0.6 * unrest), 1),
      pressure: rounded(2.1 + 0.05 * machine.drift(at, HOUR) + 2.3 * ramp + 0.03 * unrest, 2),
      power: rounded(0.12 + RATED_KILOWATTS * ramp * (1 + 0.03 * machine.drift(at, 20 * MINUTE)) + 0.1 * unrest, 2),
      current: rounded(0.3 + 31.5 * ramp + 0.4 * unrest, 1),
      speed: Math.round(1475 * ramp + 3 * unrest),
      motor_temperature: rounded(motorTemperature(at, pumping, elapsed) + 0.1 * machine.noise(at + 1), 1),
    }
  })

  const totals = periodic('totals', 60, (at) => ({
    run_hours: rounded(site.pumpHoursAt(at), 2),
    energy: rounded(site.pumpHoursAt(at) * RATED_KILOWATTS, 1),
  }))

  return [pump, totals, controllerEvents(setting.seed, site), siteLocation(setting)]
}

const WARM_UP = 18 * MINUTE
const COOL_DOWN = 40 * MINUTE

function motorTemperature(at: number, pumping: boolean, elapsed: number): number {
  const room = 16 + 3 * daily(at, 15)
  const heat = 44 * (1 - Math.exp(-(pumping ? elapsed : PUMPING_TIME) / WARM_UP))
  return room + (pumping ? heat : heat * Math.exp(-elapsed / COOL_DOWN))
}

const FINDINGS = [
  { message: 'Suction pressure low', severity: 'warning' },
  { message: 'Seal water flow low', severity: 'warning' },
  { message: 'Vibration above 4.5 mm/s', severity: 'warning' },
  { message: 'Station door opened', severity: 'info' },
  { message: 'Mains supply lost for 2 s', severity: 'error' },
] as const

/** Starts, stops, and in some cycles a finding in between. */
function controllerEvents(seed: number, site: WaterSite): SourceGenerator {
  const chance = createChannel(seed, 'events')
  return {
    name: 'events',
    liveSeconds: 5,
    *recordsBetween(from, to) {
      for (const cycle of site.cyclesBetween(from, to)) {
        const happened: SimulatedRecord[] = [
          event(cycle.start, 'Pump started', 'info'),
          event(cycle.start + PUMPING_TIME, 'Pump stopped, tank full', 'info'),
        ]
        const finding = FINDINGS[Math.floor(chance.pick(cycle.index) * FINDINGS.length * 2.5)]
        if (finding !== undefined) {
          const within = (cycle.end - cycle.start) * (0.05 + 0.9 * chance.pick(cycle.index + 0.5))
          happened.push(event(cycle.start + Math.round(within), finding.message, finding.severity))
        }
        yield* happened.filter(({ at }) => at >= from && at < to).sort((left, right) => left.at - right.at)
      }
    },
  }
}

function event(at: number, message: string, severity: string): SimulatedRecord {
  return { source: 'events', at, fields: { message, severity } }
}
