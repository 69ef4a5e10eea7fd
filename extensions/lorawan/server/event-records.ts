import { judgePosition } from '@fieldwatch/server/doors/senders/judge-position'
import { distinctName } from '@fieldwatch/server/doors/senders/series-name'
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
    ...(position && { location: { messageUTC, ...position } }),
  }
}

/**
 * What a decoder made, as fields with names that they may have: `Air temp (°C)` becomes `Air_temp___C_`, and a list has a field for each of
 * its items, `levels_0`, `levels_1`. Names that would become equal, or are too long, get a hash at their end.
 */
export function asFields(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const leaves = [...leavesOf(value, [])]
  const exact = new Set(leaves.map(([path]) => path.join('_')).filter((name) => mended(name) === name))
  const fields = new Map<string, unknown>()
  for (const [path, item] of leaves) {
    const name = path.join('_')
    const plain = mended(name)
    const isTaken = fields.has(plain) || (plain !== name && exact.has(plain))
    fields.set(isTaken || plain.length > LONGEST_NAME ? distinctName(name, JSON.stringify(path)) : plain, item)
  }
  return Object.fromEntries(fields)
}

const DEEPEST = 8
const LONGEST_NAME = 64
/** Names by which a record has its times. */
const TIMES: ReadonlySet<string> = new Set(['messageUTC', 'recieveUTC'])

function mended(name: string): string {
  const plain = name.replaceAll(/[^\w-]/g, '_')
  if (TIMES.has(plain)) return `field_${plain}`
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
}

/** The values, with the names that lead to them. What is nested deeper than records are is a list, which no record takes. */
function* leavesOf(value: object, path: readonly string[]): Generator<readonly [readonly string[], unknown]> {
  for (const [name, item] of Object.entries(present({ ...value }))) {
    const inner = [...path, name]
    if (typeof item !== 'object' || item === null) yield [inner, item]
    else if (inner.length > DEEPEST) yield [inner, []]
    else yield* leavesOf(item, inner)
  }
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
    const [lat, lon] = [numberOf(named, LATITUDES), numberOf(named, LONGITUDES)]
    if (lat === 0 && lon === 0) continue
    const { position } = judgePosition({ lat, lon, alt: numberOf(named, ALTITUDES) })
    if (position !== undefined) return position
  }
  return undefined
}

function numberOf(named: ReadonlyMap<string, unknown>, names: readonly string[]): number | undefined {
  const value = names.map((name) => named.get(name)).find((one) => typeof one === 'number' && Number.isFinite(one))
  return typeof value === 'number' ? value : undefined
}
