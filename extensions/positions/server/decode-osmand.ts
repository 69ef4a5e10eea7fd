import { asObject } from '@fieldwatch/contract/text/json'
import { readNumber } from '@fieldwatch/contract/text/numeric-text'
import { type GivenPosition, type JudgedPosition, judgePosition } from '@fieldwatch/server/doors/senders/judge-position'
import type { PlaceInTime } from '@fieldwatch/server/doors/senders/time-slots'

/** What one position report brings. */
export interface PositionReport {
  /** As units send records, by source. */
  readonly records: Readonly<Record<string, Readonly<Record<string, unknown>>[]>>
  /** What its position brought and is not stored. */
  readonly odd: JudgedPosition['odd']
}

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
const OF_POSITION: Readonly<Record<string, keyof GivenPosition>> = {
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
  const position: { -readonly [Name in keyof GivenPosition]: GivenPosition[Name] } = { lat, lon }
  const others: Record<string, unknown> = {}
  for (const [name, text] of parameters) {
    if (NOT_FIELDS.has(name) || text === '') continue
    const value = valueOf(text)
    const field = OF_POSITION[name]
    if (field === undefined) others[nameOf(RENAMED[name] ?? name)] = value
    else position[field] = field === 'speed' && typeof value === 'number' ? value * KNOT : value
  }
  return reportOf({ at, given: isFalse(parameters.get('valid')) ? NO_FIX : position, others }, place)
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
  const given = { lat, lon, alt, accuracy, heading, speed: typeof speed === 'number' ? speed * METRE_A_SECOND : speed }
  const others = {
    ...Object.fromEntries(
      Object.entries({ ...rest, ...asObject(extras) }).map(([name, value]) => [nameOf(name), value]),
    ),
    battery_level: typeof level === 'number' && level >= 0 ? Math.round(level * 100) : undefined,
    charging,
    activity: asObject(activity)['type'],
  }
  const at = timeOf(typeof timestamp === 'string' || typeof timestamp === 'number' ? String(timestamp) : null, now)
  return reportOf({ at, given, others }, place)
}

interface Read {
  /** Epoch milliseconds, or a text that ingest refuses. */
  readonly at: number | string
  readonly given: GivenPosition
  readonly others: Readonly<Record<string, unknown>>
}

const NO_FIX: GivenPosition = { lat: undefined, lon: undefined }

function reportOf({ at, given, others }: Read, place: PlaceInTime): PositionReport {
  const { position, odd } = judgePosition(given)
  const hasOthers = Object.values(others).some((value) => value !== undefined)
  const report = {
    ...(position !== undefined && { [LOCATION]: position }),
    ...(hasOthers || (position === undefined && Object.keys(odd).length === 0) ? { [OSMAND]: others } : {}),
  }
  const messageUTC = typeof at === 'number' ? new Date(place(at, report)).toISOString() : at
  const records = Object.entries(report).map(([source, fields]) => [source, [{ messageUTC, ...fields }]])
  return { records: Object.fromEntries(records) as PositionReport['records'], odd }
}

/** As seconds this is the year 2038, beyond which the protocol takes milliseconds. */
const FIRST_MILLISECONDS = 2_147_483_647
/** The last time that `Date` can write in the form of ISO 8601. */
const LAST_TIME = Date.UTC(9999, 11, 31)

function timeOf(text: string | null, now: number): number | string {
  if (text === null || text === '') return now
  const number = readNumber(text)
  const at =
    number === undefined
      ? Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
      : number < FIRST_MILLISECONDS
        ? number * 1000
        : number
  return at >= 0 && at <= LAST_TIME ? Math.round(at) : text
}

/** Texts that are no numbers are judged as what they are. */
function coordinatesOf(parameters: URLSearchParams): unknown[] {
  const together = parameters.get('location')
  const texts = together === null ? [parameters.get('lat'), parameters.get('lon')] : together.split(',', 2)
  return texts.map((text) => (text === null || text === '' ? undefined : (readNumber(text) ?? text)))
}

/** A number, true or false, or else a text, as the protocol has it. */
function valueOf(text: string): number | boolean | string {
  if (text === 'true' || text === 'false') return text === 'true'
  return readNumber(text) ?? text
}

function isFalse(text: string | null): boolean {
  return text === 'false' || text === '0'
}

function nameOf(name: string): string {
  const field = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 63)
  return /^[A-Za-z_]/.test(field) ? field : `_${field}`
}
