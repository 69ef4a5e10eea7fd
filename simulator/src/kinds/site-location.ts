import { periodic, type SourceGenerator, type UnitSetting } from '../generator.ts'
import { createChannel } from '../signals/channel.ts'
import { rounded } from '../signals/numbers.ts'

const METRES_PER_DEGREE = 111_320

/** The reported position of a unit that never moves, with the noise of a satellite receiver. */
export function siteLocation({ seed, position }: UnitSetting): SourceGenerator {
  const unrest = createChannel(seed, 'receiver')
  return periodic('location', 600, (at) => ({
    lat: rounded(position.lat + (2 * unrest.noise(at)) / METRES_PER_DEGREE, 6),
    lon: rounded(position.lon + (2 * unrest.noise(at + 1)) / METRES_PER_DEGREE, 6),
    alt: rounded(42 + 3 * unrest.noise(at + 2), 1),
  }))
}
