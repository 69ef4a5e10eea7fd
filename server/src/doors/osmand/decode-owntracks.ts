import type { PlaceInTime } from '#doors/senders/time-slots.ts'
import type { PositionReport } from './decode-osmand.ts'

const OWNTRACKS = 'owntracks'

/**
 * Decodes a message of OwnTracks (https://owntracks.org/booklet/tech/json/), whose speed is in km/h. Undefined for types without a
 * position, such as settings and waypoints.
 */
export function decodeOwnTracks(
  body: Readonly<Record<string, unknown>>,
  { place, now }: { place: PlaceInTime; now: number },
): PositionReport | undefined {
  const { _type: type, lat, lon, tst, alt, vel: speed, cog: heading, acc: accuracy, batt, ...rest } = body
  if (type !== 'location') return undefined
  const at =
    typeof tst === 'number' && tst >= 0 && tst < LAST_SECOND ? place(tst * 1000, JSON.stringify(body)) : undefined
  const messageUTC = at === undefined ? (tst ?? now) : new Date(at).toISOString()
  const others = Object.entries({ ...rest, battery_level: batt }).filter(([, value]) => isPlain(value))
  return {
    location: [{ messageUTC, lat, lon, alt, speed, heading, accuracy }],
    ...(others.length > 0 && { [OWNTRACKS]: [{ messageUTC, ...Object.fromEntries(others) }] }),
  }
}

/** Beyond the year 9999. */
const LAST_SECOND = 253_402_214_400

/** Lists, such as the names of regions, are no values of fields. */
function isPlain(value: unknown): boolean {
  return ['number', 'string', 'boolean'].includes(typeof value)
}
