import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { z } from 'zod'

/** Keys of bodies of which a schema asks for one or another, by operation. */
const CHOSEN: Readonly<Record<string, object>> = {
  confirmIdentity: { password: 'a long password of 2026' },
  putTemplate: { dataID: 'pump-7' },
  setPausedData: { pause: ['room'] },
  createEvent: { comparison: 'room.temp > 8' },
  setEventTag: { eventStartUTC: ['2026-01-01T12:00:00.000Z'] },
  createAlert: { source: 'room', condition: { field: 'temp', operator: 'greater than', constant: 8 } },
  rehearseAlert: { source: 'room', condition: { field: 'temp', operator: 'greater than', constant: 8 } },
}

interface Examples {
  /** What the endpoint needs at least. */
  readonly body: unknown
  /** With all keys; undefined where the answer is not JSON. */
  readonly reply: unknown
}

/** A request and an answer of an endpoint, made from its schemas. */
export function examplesOf(operation: string, { body, reply, format }: AnyEndpoint): Examples {
  return {
    body: body instanceof z.ZodUndefined ? undefined : withChosen(exampleOf(body, 'body'), CHOSEN[operation]),
    reply: format === 'json' && !(reply instanceof z.ZodUndefined) ? exampleOf(reply, 'reply') : undefined,
  }
}

function withChosen(example: unknown, chosen: object | undefined): unknown {
  return chosen === undefined ? example : { ...(example as object), ...chosen }
}

function exampleOf(schema: z.ZodType, of: 'body' | 'reply'): unknown {
  const written = z.toJSONSchema(schema, { io: of === 'body' ? 'input' : 'output', unrepresentable: 'any' }) as Shape
  return createWriter(written.$defs ?? {}, of)(written, '', 0)
}

interface Shape {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Shape>>
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  /** Only for what is always empty. */
  readonly not?: unknown
  readonly allOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly propertyNames?: Shape
  readonly additionalProperties?: Shape | boolean
  readonly items?: Shape
  readonly prefixItems?: readonly Shape[]
  readonly minItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
}

/** Templates hold themselves in themselves. */
const DEEPEST = 12

function createWriter(named: Readonly<Record<string, Shape>>, of: 'body' | 'reply') {
  return write

  function write(shape: Shape, name: string, depth: number): unknown {
    if (shape.$ref !== undefined) return write(named[shape.$ref.replace('#/$defs/', '')] ?? {}, name, depth + 1)
    if (OF_OTHER_ALERTS.has(name) && of === 'reply' && isNullable(shape)) return null
    if (shape.const !== undefined) return shape.const
    if (shape.enum !== undefined) return shape.enum[0]
    const [choice] = [...(shape.anyOf ?? shape.oneOf ?? [])].sort((one, other) => rank(one) - rank(other))
    if (choice !== undefined) return write(choice, name, depth)
    if (shape.allOf !== undefined) return Object.assign({}, ...shape.allOf.map((part) => write(part, name, depth)))
    switch (typeof shape.type === 'object' ? shape.type[0] : shape.type) {
      case 'object':
        return writeObject(shape, depth)
      case 'array':
        return writeList(shape, name, depth)
      case 'string':
        return writeText(shape, name)
      case 'number':
      case 'integer':
        return writeNumber(shape, name)
      case 'boolean':
        return true
      case 'null':
        return null
      default:
        return shape.default ?? VALUES[name] ?? {}
    }
  }

  function writeObject({ properties = {}, required = [], propertyNames, additionalProperties }: Shape, depth: number) {
    const entries = Object.entries(properties)
      .filter(([name]) => required.includes(name) || (of === 'reply' && depth < 4))
      .map(([name, inner]) => [name, write(inner, name, depth + 1)])
    if (entries.length > 0 || typeof additionalProperties !== 'object') return Object.fromEntries(entries)
    if (depth > DEEPEST) return {}
    const key = propertyNames === undefined ? 'room' : String(write(propertyNames, '', depth + 1))
    const value = write(additionalProperties, key, depth + 1)
    // Things are kept under their names.
    const { name } = (value ?? {}) as { name?: unknown }
    return { [typeof name === 'string' ? name : key]: value }
  }

  function writeList({ items, prefixItems, minItems = 0 }: Shape, name: string, depth: number): unknown[] {
    // Ranges and periods end after they begin.
    if (prefixItems !== undefined)
      return prefixItems.map((item, place) => write(item, place === 1 ? 'to' : name, depth + 1))
    const length = Math.max(minItems, depth > DEEPEST || items?.not !== undefined ? 0 : 1)
    return Array.from({ length }, () => write(items ?? {}, name.replace(/s$/, ''), depth + 1))
  }
}

/** What only some kinds of alerts have. */
const OF_OTHER_ALERTS = new Set(['event', 'schedule', 'silentSeconds', 'clearLimit'])

function isNullable({ type, anyOf = [] }: Shape): boolean {
  return (typeof type === 'object' && type.includes('null')) || anyOf.some((one) => one.type === 'null')
}

function rank({ type, $ref }: Shape): number {
  if (type === 'null') return 2
  return $ref === undefined ? 0 : 1
}

function writeNumber({ minimum, maximum, exclusiveMinimum }: Shape, name: string): number {
  const wanted = NUMBERS[name] ?? 12
  const least = exclusiveMinimum === undefined ? (minimum ?? -Infinity) : exclusiveMinimum + 1
  return Math.min(Math.max(wanted, least), maximum ?? Infinity)
}

function writeText({ pattern, format, minLength = 0, maxLength = Infinity }: Shape, name: string): string {
  const known = [VALUES[name], format === undefined ? undefined : FORMATS[format], ...TEXTS]
  const matches = (text: unknown): text is string =>
    typeof text === 'string' &&
    text.length >= minLength &&
    text.length <= maxLength &&
    // oxlint-disable-next-line house/linear-expressions -- patterns are literals of the contract, and the texts are ours
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  return known.find(matches) ?? ''
}

const MOMENT = '2026-01-01T12:00:00.000Z'

const LATER = '2026-01-02T12:00:00.000Z'

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': MOMENT,
  binary: 'The bytes of the file',
  ipv4: '192.0.2.7',
  ipv6: '2001:db8::7',
}

const NUMBERS: Readonly<Record<string, number>> = { page: 1, latitude: 59.33, longitude: 18.07, to: 24, interval: 60 }

/** By the names of keys. */
const VALUES: Readonly<Record<string, string>> = {
  dataID: 'pump-7',
  deviceID: 'pump-7',
  device: 'pump-7',
  subject: 'room',
  source: 'room',
  field: 'temp',
  email: 'ada@example.com',
  entity: 'north-farm',
  friendlyName: 'Pump 7',
  name: 'greenhouse',
  title: 'Cold room',
  message: 'Done',
  password: 'a long password of 2026',
  timeZone: 'Europe/Stockholm',
  language: 'en',
  equation: 'room.temp * 2',
  phone: '+46701234567',
  phoneNumber: '+46701234567',
  to: LATER,
  endDate: LATER,
  endUTC: LATER,
  toUTC: LATER,
  startDate: MOMENT,
  bytes: '01670110',
  iccid: '8946071512360089522',
  url: 'https://hooks.example.com/fieldwatch',
  comment: '#',
  reports: 'Daily',
  messageUTC: MOMENT,
  recieveUTC: MOMENT,
}

/** Tried in this order where a text has a pattern. */
const TEXTS = [
  'text',
  MOMENT,
  'ada@example.com',
  '1234',
  '#2f6fdf',
  '08:00',
  '5f0c6a52-3b1e-4f0e-9a51-6f2b8c1d7e90',
  '1767225600000.42',
  '192.0.2.7',
  '2026-01-01',
  '123456',
  'room.csv',
  'https://example.com/hook',
  '0004a30b001c0530',
]
