import { parseJson } from '@fieldwatch/contract/text/json'
import { readNumber } from '@fieldwatch/contract/text/numeric-text'
import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { isName } from '@fieldwatch/contract/api/ids'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import { MAX_FIELDS } from '@fieldwatch/contract/telemetry/ingest'
import { decodeTime } from '@fieldwatch/contract/time/decode-time'
import { createLocalMoments, momentBefore } from '@fieldwatch/contract/time/local-moments'
import { createZoneClock } from '@fieldwatch/contract/time/time-zone'
import { type JsonStep, listLeaves, parseJsonPath, readJsonPath } from './json-path.ts'
import type { MappedTime, MappedUnit, Mapping, MappingReason } from './mappings.ts'
import { matchTopic, type TopicParts } from './topic-pattern.ts'

export interface IncomingMessage {
  readonly topic: string
  /** JSON, or a bare text. */
  readonly payload: string
  /** Epoch milliseconds. */
  readonly arrivedAt: number
}

/** A record from a message. */
export interface MappedRecord {
  /** The dataID, or what the message calls its unit; undefined: the unit that sent the message. */
  readonly unit: string | undefined
  readonly source: string
  /** Epoch milliseconds; undefined: the time of arrival. */
  readonly at: number | undefined
  readonly fields: Readonly<Record<string, FieldValue>>
}

/** `other-topic`: the mapping is for other messages. */
type MappingResult =
  | { readonly kind: 'records'; readonly records: readonly MappedRecord[] }
  | { readonly kind: 'other-topic' }
  | { readonly kind: 'refused'; readonly reason: MappingReason }

/** The most messages that one list holds. */
const MOST_ITEMS = 1_000
/** The most values of one message that are read. */
const MOST_LEAVES = 4_096

/** Makes records of a message. A list at the top is as many messages. Nothing is taken unless every item of the list can be. */
export function applyMapping(mapping: Mapping, message: IncomingMessage): MappingResult {
  const parts = matchTopic(mapping.topic, message.topic)
  if (parts === undefined) return { kind: 'other-topic' }
  const value = parsePayload(message.payload)
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (items.length > MOST_ITEMS) return { kind: 'refused', reason: 'too-many-items' }
  const records: MappedRecord[] = []
  for (const item of items) {
    const found = recordsOfItem(mapping, { value: item, parts, arrivedAt: message.arrivedAt })
    if (typeof found === 'string') return { kind: 'refused', reason: found }
    records.push(...found)
  }
  return records.length === 0 ? { kind: 'refused', reason: 'values-missing' } : { kind: 'records', records }
}

/** The JSON value of a payload; a payload that is no JSON is a text. */
export function parsePayload(payload: string): unknown {
  const text = payload.trim()
  const value = parseJson(text)
  return value === undefined ? text : value
}

interface Item {
  readonly value: unknown
  readonly parts: TopicParts
  readonly arrivedAt: number
}

function recordsOfItem(mapping: Mapping, item: Item): MappedRecord[] | MappingReason {
  const leaves = listLeaves(item.value, MOST_LEAVES)
  if (leaves === undefined) return 'too-deep'
  if (leaves.length >= MOST_LEAVES) return 'too-many-values'
  const unit = unitOf(mapping.unit, item)
  if (unit === undefined) return 'unit-missing'
  const at = timeOf(mapping.time, item)
  if (typeof at === 'string') return at
  const sources = fieldsBySource(mapping, item.value)
  if (mapping.others !== undefined) addOthers(sources, mapping, leaves)
  if (sources.size === 0) return 'values-missing'
  const records = [...sources].map(([source, fields]) => ({
    unit: unit.name === undefined ? undefined : aliased(mapping, unit.name),
    source,
    at: at.at,
    fields: Object.fromEntries(fields),
  }))
  return [...sources.values()].some((fields) => fields.size > MAX_FIELDS) ? 'too-many-values' : records
}

function aliased({ aliases = {} }: Mapping, name: string): string {
  return (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name
}

/** Undefined: the message does not name it. */
function unitOf(unit: MappedUnit, { value, parts }: Item): { readonly name: string | undefined } | undefined {
  if (unit.from === 'sender') return { name: undefined }
  if (unit.from === 'fixed') return { name: unit.dataID }
  return named(unit.from === 'topic' ? parts[unit.part] : readPath(value, unit.path))
}

function named(value: unknown): { readonly name: string } | undefined {
  const name = typeof value === 'number' ? String(value) : value
  return typeof name === 'string' && name !== '' ? { name } : undefined
}

function timeOf(
  time: MappedTime,
  { value, arrivedAt }: Item,
): { readonly at: number | undefined } | 'time-missing' | 'time-invalid' {
  if (time.format === 'arrival') return { at: undefined }
  const given = readPath(value, time.path)
  if (given === undefined || given === null) return 'time-missing'
  const at = readTime(time, given, arrivedAt)
  return at === undefined ? 'time-invalid' : { at }
}

const TEXT_WITH_ZONE = /(?:[Zz]|[+-]\d{2}:?\d{0,2})$/
const TEXT_WITH_CLOCK = /\d:\d/

function readTime(time: Exclude<MappedTime, { format: 'arrival' }>, given: unknown, now: number): number | undefined {
  if (time.format === 'seconds' || time.format === 'milliseconds') {
    const count = typeof given === 'string' ? readNumber(given.trim()) : given
    if (typeof count !== 'number') return undefined
    return momentOf(new Date(Math.round(count * (time.format === 'seconds' ? 1000 : 1))), now)
  }
  if (typeof given !== 'string') return undefined
  // What clocks show is up to 14 hours ahead of UTC.
  const read = decodeTime(given, time.format === 'local' ? now + 14 * HOUR_MS : now)
  if (typeof read === 'string') return undefined
  const hasZone = TEXT_WITH_CLOCK.test(given) && TEXT_WITH_ZONE.test(given.trim())
  if (time.format !== 'local' || hasZone) return read
  return momentOf(new Date(zoneOf(time.zone).momentOf(read, now)), now)
}

/** A moment that a record may have. */
function momentOf(moment: Date, now: number): number | undefined {
  if (Number.isNaN(moment.getTime())) return undefined
  const read = decodeTime(moment.toISOString(), now)
  return typeof read === 'string' ? undefined : read
}

interface Zone {
  /** The moment of a local time in a message that arrived then. Clocks that are set back show an hour twice. */
  readonly momentOf: (wall: number, arrivedAt: number) => number
}

/** Zones are slow to make, and mappings use the same few. */
const zones = new Map<string, Zone>()
const MOST_ZONES = 64

function zoneOf(zone: string): Zone {
  const known = zones.get(zone)
  if (known !== undefined) return known
  if (zones.size >= MOST_ZONES) zones.clear()
  const [momentsOf, clock] = [createLocalMoments(zone), createZoneClock(zone)]
  const made: Zone = {
    momentOf: (wall, arrivedAt) => momentBefore(arrivedAt, momentsOf(wall)) ?? clock.momentOf(wall),
  }
  zones.set(zone, made)
  return made
}

type Sources = Map<string, Map<string, FieldValue>>

function fieldsBySource({ values }: Mapping, value: unknown): Sources {
  const sources: Sources = new Map()
  for (const { path, source, field, scale = 1, offset = 0 } of values) {
    const found = readPath(value, path)
    if (!isFieldValue(found)) continue
    put(sources, source, field, typeof found === 'number' ? scaled(found, scale, offset) : found)
  }
  return sources
}

function isFieldValue(value: unknown): value is FieldValue {
  return ['number', 'string', 'boolean'].includes(typeof value) || value === null
}

const SIGNIFICANT_DIGITS = 14

/** Without what binary fractions leave behind: 21.7 times 0.1 is 2.17. */
function scaled(value: number, scale: number, offset: number): number | null {
  if (scale === 1 && offset === 0) return value
  const result = Number((value * scale + offset).toPrecision(SIGNIFICANT_DIGITS))
  return Number.isFinite(result) ? result : null
}

/** Adds every value that the mapping does not name, flattened with `_`. Values whose name cannot be made a field's are dropped. */
function addOthers(
  sources: Sources,
  { values, time, unit, others = '' }: Mapping,
  leaves: readonly { readonly steps: readonly JsonStep[]; readonly value: FieldValue }[],
): void {
  const used = [...values, ...(time.format === 'arrival' ? [] : [time]), ...(unit.from === 'path' ? [unit] : [])]
  const taken = new Set(used.map(({ path }) => JSON.stringify(parseJsonPath(path))))
  for (const { steps, value } of leaves) {
    const field = fieldNameOf(steps)
    if (taken.has(JSON.stringify(steps)) || !isName(field) || sources.get(others)?.has(field) === true) continue
    put(sources, others, field, value)
  }
}

/** A field's name for a place in a message: `ENERGY.Power[1]` is `ENERGY_Power_1`. */
export function fieldNameOf(steps: readonly JsonStep[]): string {
  const name = steps.length === 0 ? 'value' : steps.join('_').replaceAll(/[^A-Za-z0-9_-]/g, '_')
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`
}

function put(sources: Sources, source: string, field: string, value: FieldValue): void {
  const fields = sources.get(source) ?? new Map<string, FieldValue>()
  fields.set(field, value)
  sources.set(source, fields)
}

function readPath(value: unknown, path: string): unknown {
  const steps = parseJsonPath(path)
  return steps === undefined ? undefined : readJsonPath(value, steps)
}
