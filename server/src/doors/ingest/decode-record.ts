import { ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import { isName } from '@fieldwatch/contract/api/ids'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { ErrorCode } from '@fieldwatch/contract/api/errors'
import { MAX_FIELDS, MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import { compareNames } from '#records/store/field-order.ts'
import { decodeTime } from '@fieldwatch/contract/time/decode-time'

export interface DecodedRecord {
  /** `messageUTC` in epoch milliseconds; undefined when the record has none, which means the time of its arrival. */
  readonly at: number | undefined
  /** Own properties only, `__proto__` among them if a unit says so: look names up with `Object.hasOwn`. */
  readonly fields: Readonly<Record<string, FieldValue>>
  /** The fields as JSON. */
  readonly json: string
}

type RecordRefusal = Extract<ErrorCode, `record/${string}`>

/**
 * Decodes one record, nested objects flattened with `_`: of two fields that then have one name the last one wins. A bare number, text or
 * boolean is the field `value`.
 */
export function decodeRecord(value: unknown, now: number): DecodedRecord | RecordRefusal {
  const decoded = decodeFields(value, now)
  if (typeof decoded === 'string') return decoded
  const fields = decoded.inOrder ? decoded.fields : putInOrder(decoded.fields)
  const json = JSON.stringify(fields)
  // UTF-8 needs at most three bytes for a UTF-16 unit, so short texts need no measuring.
  if (json.length > MAX_RECORD_BYTES / 3 && Buffer.byteLength(json) > MAX_RECORD_BYTES) return 'record/too-large'
  return { at: decoded.at, fields, json }
}

interface DecodedFields extends Pick<DecodedRecord, 'at' | 'fields'> {
  /** Whether the fields are already in the order of chunks. */
  readonly inOrder: boolean
}

/** As `decodeRecord`, for a record that is known not to be too large, with its fields in their own order. */
export function decodeFields(value: unknown, now: number): DecodedFields | RecordRefusal {
  if (value === null || Array.isArray(value)) return 'record/not-an-object'
  const record: Readonly<Record<string, unknown>> = isObject(value) ? value : { value }
  const at = Object.hasOwn(record, 'messageUTC') ? decodeOwnTime(record['messageUTC'], now) : undefined
  if (typeof at === 'string') return at
  const flattened: Flattened = { fields: {}, count: 0, last: '', inOrder: true }
  const refusal = flatten(record, '', flattened)
  return refusal ?? { at, fields: flattened.fields, inOrder: flattened.inOrder }
}

/**
 * A record of `action_result` with a payload that is an object or a list keeps it as JSON text: flattened, a configuration would lose its
 * shape, and may have more fields than a record.
 */
export function asKept(source: string, value: unknown): unknown {
  if (source !== ACTION_RESULT || !isObject(value) || value === null || Array.isArray(value)) return value
  const { payload } = value
  return typeof payload === 'object' && payload !== null ? { ...value, payload: JSON.stringify(payload) } : value
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object'
}

function decodeOwnTime(value: unknown, now: number): number | undefined | RecordRefusal {
  return value === null ? undefined : decodeTime(value, now)
}

interface Flattened {
  readonly fields: Record<string, FieldValue>
  count: number
  last: string
  inOrder: boolean
}

/** Sorts fields as chunks return them, so that a record always reads the same. */
function putInOrder(fields: Readonly<Record<string, FieldValue>>): Record<string, FieldValue> {
  const names = Object.keys(fields).sort(compareNames)
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
}

function flatten(value: Readonly<Record<string, unknown>>, prefix: string, into: Flattened): RecordRefusal | undefined {
  for (const key of Object.keys(value)) {
    if (prefix === '' && (key === 'messageUTC' || key === 'recieveUTC')) continue
    const name = prefix === '' ? key : prefix + key
    const refusal = isName(name) ? addField(name, value[key], into) : 'record/field-name-invalid'
    if (refusal !== undefined) return refusal
  }
  return undefined
}

function addField(name: string, value: unknown, into: Flattened): RecordRefusal | undefined {
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) return 'record/value-invalid'
    return flatten(value as Readonly<Record<string, unknown>>, `${name}_`, into)
  }
  if (!isFieldValue(value)) return typeof value === 'string' ? 'record/text-invalid' : 'record/value-invalid'
  if (!Object.hasOwn(into.fields, name)) into.count += 1
  if (into.count > MAX_FIELDS) return 'record/too-many-fields'
  if (into.inOrder && compareNames(into.last, name) > 0) into.inOrder = false
  into.last = name
  // A plain assignment to `__proto__` would change the prototype.
  if (name === '__proto__') Object.defineProperty(into.fields, name, { value, ...OWN })
  else into.fields[name] = value
  return undefined
}

const OWN = { enumerable: true, configurable: true, writable: true } as const

/** PostgreSQL keeps neither NUL nor half of a surrogate pair in JSON, and JSON has no infinity. */
function isFieldValue(value: unknown): value is FieldValue {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value)
    case 'string':
      return !value.includes('\0') && value.isWellFormed()
    default:
      return typeof value === 'boolean' || value === null
  }
}
