import { type Fields, type Kind, periodic } from '../generator.ts'
import { type Channel, createChannel } from '../signals/channel.ts'
import { cycleAt } from '../signals/cycle.ts'
import { daily, DAY, HOUR, MINUTE, rounded } from '../signals/numbers.ts'
import { siteLocation } from './site-location.ts'

/** Feed is dosed about every eight hours and then taken up by the plants. */
const DOSING = 8 * HOUR
const UPTAKE = 5 * HOUR

/** A panel with ion electrodes for nitrate, potassium and pH in the feed of a greenhouse. */
export const nutrientPanel: Kind = (setting) => {
  const dosing = createChannel(setting.seed, 'dosing')
  const electrode = {
    nitrate: createChannel(setting.seed, 'nitrate'),
    potassium: createChannel(setting.seed, 'potassium'),
    ph: createChannel(setting.seed, 'ph'),
  }
  const feedAt = (at: number): number => {
    const { start } = cycleAt(dosing, DOSING, at)
    const sinceDose = at - start
    return (1 - Math.exp(-sinceDose / (6 * MINUTE))) * Math.exp(-sinceDose / UPTAKE)
  }

  const values = (at: number) => ({
    nitrate: 148 + 46 * feedAt(at) + drifting(electrode.nitrate, at, 9, 0.5),
    potassium: 182 + 58 * feedAt(at) + drifting(electrode.potassium, at, 11, 0.7),
    ph: 6.1 - 0.28 * feedAt(at) + drifting(electrode.ph, at, 0.12, 0.006),
  })
  const analyte = (name: keyof typeof electrode, decimals: number) =>
    periodic(name, 15, (at) => ({ analyte_value: rounded(values(at)[name], decimals) }))

  const panel = periodic('sensor_PAGESensor', 15, (at): Fields => {
    const { nitrate, potassium, ph } = values(at)
    return {
      nitrate_mv: rounded(212 - 58.2 * Math.log10(nitrate), 2),
      potassium_mv: rounded(-140 + 57.4 * Math.log10(potassium), 2),
      ph_mv: rounded((7 - ph) * 58.6, 2),
      temperature: rounded(19.6 + 1.6 * daily(at, 15) + 0.05 * electrode.ph.noise(at + 1), 1),
      conductivity: rounded(1.9 + 0.55 * feedAt(at) + 0.01 * dosing.noise(at), 2),
    }
  })

  return [analyte('nitrate', 1), analyte('potassium', 1), analyte('ph', 2), panel, siteLocation(setting)]
}

function drifting(channel: Channel, at: number, swing: number, noise: number): number {
  return swing * channel.drift(at, DAY) + noise * channel.noise(at)
}
