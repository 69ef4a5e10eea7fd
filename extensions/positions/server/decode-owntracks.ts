import { judgePosition } from '@fieldwatch/server/doors/senders/judge-position'
import type { PlaceInTime } from '@fieldwatch/server/doors/senders/time-slots'
import type { PositionReport } from './decode-osmand.ts'

const LOCATION = 'location'
const OWNTRACKS = 'owntracks'
export const OWNTRACKS_SOURCES = [LOCATION, OWNTRACKS] as const

/**
 * Decodes a message of OwnTracks (https://owntracks.org/booklet/tech/json/), whose speed is in km/h. None for types without a
 * position, such as settings and waypoints.
 */
export function decodeOwnTracks(
  body: Readonly<Record<string, unknown>>,
  { place, now }: { place: PlaceInTime; now: number },
): PositionReport[] {
  const { _type: type, lat, lon, tst, alt, vel: speed, cog: heading, acc: accuracy, batt, ...rest } = body
  if (type !== 'location') return []
  const others = Object.entries({ ...rest, battery_level: batt === -1 ? undefined : batt }).filter(([, value]) =>
    isPlain(value),
  )
  const { position, odd } = judgePosition({ lat, lon, alt, speed, heading, accuracy })
  const report = {
    ...(position !== undefined && { [LOCATION]: position }),
    ...(others.length > 0 && { [OWNTRACKS]: Object.fromEntries(others) }),
  }
  const at = typeof tst === 'number' && tst >= 0 && tst < LAST_SECOND ? place(tst * 1000, report) : undefined
  const messageUTC = at === undefined ? (tst ?? now) : new Date(at).toISOString()
  const records = Object.entries(report).map(([source, fields]) => [source, [{ messageUTC, ...fields }]])
  return [{ records: Object.fromEntries(records) as PositionReport['records'], odd }]
}

/** Beyond the year 9999. */
const LAST_SECOND = 253_402_214_400

/** Lists, such as the names of regions, are no values of fields. */
function isPlain(value: unknown): boolean {
  return ['number', 'string', 'boolean'].includes(typeof value)
}
