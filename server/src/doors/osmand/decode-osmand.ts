import { asObject } from '@fieldwatch/contract/text/json'
import type { PlaceInTime } from '#doors/senders/time-slots.ts'

/** What one position report brings, as units send records, by source. */
export type PositionReport = Readonly<Record<string, Readonly<Record<string, unknown>>[]>>

interface Context {
  readonly place: PlaceInTime
  /** The time of a report that has none. */
  readonly now: number
}

const LOCATION = 'location'
const OSMAND = 'osmand'
export const OSMAND_SOURCES = [LOCATION, OSMAND] as const
/** Kilometres an hour of a knot. */
const KNOT = 1.852

/** Parameters that say who sends, or when. */
const NOT_FIELDS = new Set(['id', 'deviceid', 'token', 'timestamp', 'lat', 'lon', 'location', 'notificationToken'])
/** Parameters of the position, by the names that we give them. */
const OF_POSITION: Readonly<Record<string, string>> = {
  speed: 'speed',
  bearing: 'heading',
  heading: 'heading',
  altitude: 'alt',
  accuracy: 'accuracy',
  hdop: 'hdop',
}
const RENAMED: Readonly<Record<string, string>> = { batt: 'battery_level', charge: 'charging' }

/** Decodes a report of the OsmAnd protocol, whose speed is in knots (https://www.traccar.org/osmand). */
export function decodeOsmAnd(parameters: URLSearchParams, { place, now }: Context): PositionReport {
  const at = timeOf(parameters.get('timestamp'), now)
  const [lat, lon] = coordinatesOf(parameters)
  const position: Record<string, unknown> = { lat, lon }
  const others: Record<string, unknown> = {}
  for (const [name, text] of parameters) {
    if (NOT_FIELDS.has(name)) continue
    const value = valueOf(text)
    const field = OF_POSITION[name]
    if (field === undefined) others[nameOf(RENAMED[name] ?? name)] = value
    else position[field] = field === 'speed' && typeof value === 'number' ? value * KNOT : value
  }
  const hasFix = lat !== undefined && lon !== undefined && !isFalse(parameters.get('valid'))
  return reportOf({ at, position: hasFix ? position : undefined, others }, place)
}

/** Kilometres an hour of a metre a second. */
const METRE_A_SECOND = 3.6

/** Decodes the JSON of Traccar Client, whose speed is in metres a second; -1 means unknown. Several locations are a list. */
export function decodeTraccar(body: Readonly<Record<string, unknown>>, context: Context): PositionReport[] {
  const locations: readonly unknown[] = Array.isArray(body['location']) ? body['location'] : [body['location']]
  return locations.map((location) => decodeTraccarLocation(asObject(location), context))
}

function decodeTraccarLocation(location: Readonly<Record<string, unknown>>, { place, now }: Context): PositionReport {
  const { timestamp, coords, battery, activity, extras, ...rest } = location
  const { latitude: lat, longitude: lon, altitude: alt, accuracy, speed, heading } = asObject(coords)
  const { level, is_charging: charging } = asObject(battery)
  const known = (value: unknown): unknown => (typeof value === 'number' && value < 0 ? undefined : value)
  const position = {
    lat,
    lon,
    alt,
    accuracy: known(accuracy),
    heading: known(heading),
    speed: typeof speed === 'number' && speed >= 0 ? speed * METRE_A_SECOND : undefined,
  }
  const others = {
    ...Object.fromEntries(
      Object.entries({ ...rest, ...asObject(extras) }).map(([name, value]) => [nameOf(name), value]),
    ),
    battery_level: typeof level === 'number' && level >= 0 ? Math.round(level * 100) : undefined,
    charging,
    activity: asObject(activity)['type'],
  }
  const at = timeOf(typeof timestamp === 'string' || typeof timestamp === 'number' ? String(timestamp) : null, now)
  const hasFix = typeof lat === 'number' && typeof lon === 'number'
  return reportOf({ at, position: hasFix ? position : undefined, others }, place)
}

interface Read {
  /** Epoch milliseconds, or a text that ingest refuses. */
  readonly at: number | string
  readonly position: Readonly<Record<string, unknown>> | undefined
  readonly others: Readonly<Record<string, unknown>>
}

function reportOf({ at, position, others }: Read, place: PlaceInTime): PositionReport {
  const hasOthers = Object.values(others).some((value) => value !== undefined)
  const report = {
    ...(position !== undefined && { [LOCATION]: position }),
    ...(hasOthers || position === undefined ? { [OSMAND]: others } : {}),
  }
  const messageUTC = typeof at === 'number' ? new Date(place(at, report)).toISOString() : at
  return Object.fromEntries(Object.entries(report).map(([source, fields]) => [source, [{ messageUTC, ...fields }]]))
}

/** As seconds this is the year 2038, beyond which the protocol takes milliseconds. */
const FIRST_MILLISECONDS = 2_147_483_647
const NUMBER = /^-?\d{1,16}(\.\d{1,9})?$/
/** The last time that `Date` can write in the form of ISO 8601. */
const LAST_TIME = Date.UTC(9999, 11, 31)

function timeOf(text: string | null, now: number): number | string {
  if (text === null || text === '') return now
  const number = NUMBER.test(text) ? Number(text) : undefined
  const at =
    number === undefined
      ? Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
      : number < FIRST_MILLISECONDS
        ? number * 1000
        : number
  return at >= 0 && at <= LAST_TIME ? Math.round(at) : text
}

function coordinatesOf(parameters: URLSearchParams): (number | undefined)[] {
  const texts = parameters.get('location')?.split(',') ?? [parameters.get('lat'), parameters.get('lon')]
  return texts.map((text) => {
    const value = Number(text ?? '')
    return text === null || text === '' || !Number.isFinite(value) ? undefined : value
  })
}

/** A number, true or false, or else a text, as the protocol has it. */
function valueOf(text: string): number | boolean | string {
  if (text === 'true' || text === 'false') return text === 'true'
  return NUMBER.test(text) ? Number(text) : text
}

function isFalse(text: string | null): boolean {
  return text === 'false' || text === '0'
}

function nameOf(name: string): string {
  const field = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 63)
  return /^[A-Za-z_]/.test(field) ? field : `_${field}`
}
