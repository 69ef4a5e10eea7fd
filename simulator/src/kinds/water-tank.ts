import { type Kind, periodic } from '../generator.ts'
import { createChannel } from '../signals/channel.ts'
import { clamp, daily, DAY, rounded } from '../signals/numbers.ts'
import { siteLocation } from './site-location.ts'
import { createWaterSite, TANK_CUBIC_METRES } from './water-site.ts'

/** A drinking water tank: level, volume, what flows out, and the quality of what is in it. */
export const waterTank: Kind = (setting) => {
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
