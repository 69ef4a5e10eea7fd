import { type Position, RADIO, type Uplink, VALUES } from './lorawan-event.ts'

/** What is stored of an uplink: records by source, as a unit would send them. */
export type SourceValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * The records of an uplink. Bytes that nothing decoded are kept as hexadecimal digits, so that no reading is lost before there is a decoder.
 */
export function recordsOfUplink(uplink: Uplink, decoded: Uplink['decoded']): SourceValues {
  const { at, bytes, port, radio } = uplink
  const messageUTC = new Date(at).toISOString()
  const values = decoded ?? (bytes.length > 0 ? { f_port: port, payload: bytes.toString('hex') } : undefined)
  const position = uplink.position ?? (decoded && positionIn(decoded))
  return {
    [RADIO]: { messageUTC, ...present(radio) },
    ...(values && { [VALUES]: { ...asFields(values), messageUTC } }),
    ...(position && { location: { messageUTC, ...present({ ...position }) } }),
  }
}

/**
 * What a decoder made, with names that fields may have: `Air temp (°C)` becomes `Air_temp___C_`, and a list has a field for each of its
 * items, `levels_0`, `levels_1`.
 */
export function asFields(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return namesMended(value, 0)
}

const DEEPEST = 8
const LONGEST_NAME = 64

function namesMended(value: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
  const entries = Object.entries(present(value)).map(([name, item]): [string, unknown] => {
    const mended = name.replaceAll(/[^\w-]/g, '_').slice(0, LONGEST_NAME)
    const isStart = depth > 0 || /^[A-Za-z_]/.test(mended)
    return [isStart ? mended : `_${mended}`.slice(0, LONGEST_NAME), nested(item, depth)]
  })
  return Object.fromEntries(entries)
}

function nested(item: unknown, depth: number): unknown {
  if (typeof item !== 'object' || item === null || depth >= DEEPEST) return item
  const inner = Array.isArray(item) ? Object.fromEntries(item.entries()) : item
  return namesMended(inner as Readonly<Record<string, unknown>>, depth + 1)
}

/** Without what is missing, and without numbers that JSON does not have. */
function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && !(typeof value === 'number' && !isFinite(value)),
    ),
  )
}

const LATITUDES = ['latitude', 'lat']
const LONGITUDES = ['longitude', 'lon', 'lng', 'long']
const ALTITUDES = ['altitude', 'alt']

/** A position that a decoder found, on its own or in an object, such as `gps_1` of Cayenne LPP; 0, 0 is no fix. */
export function positionIn(decoded: Readonly<Record<string, unknown>>): Position | undefined {
  for (const candidate of [decoded, ...Object.values(decoded)]) {
    if (typeof candidate !== 'object' || candidate === null) continue
    const named = new Map(Object.entries(candidate).map(([name, value]) => [name.toLowerCase(), value]))
    const lat = numberOf(named, LATITUDES)
    const lon = numberOf(named, LONGITUDES)
    if (lat === undefined || lon === undefined || (lat === 0 && lon === 0)) continue
    if (Math.abs(lat) <= 90 && Math.abs(lon) <= 180) return { lat, lon, alt: numberOf(named, ALTITUDES) }
  }
  return undefined
}

function numberOf(named: ReadonlyMap<string, unknown>, names: readonly string[]): number | undefined {
  const value = names.map((name) => named.get(name)).find((one) => typeof one === 'number' && Number.isFinite(one))
  return typeof value === 'number' ? value : undefined
}
