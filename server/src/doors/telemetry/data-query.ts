import { say } from '@fieldwatch/messages/server-sentences'
import { type DataQuery, type Filter, PAGE_SIZE, type Pagination } from '@fieldwatch/contract/telemetry/data'
import { LATEST_TIME } from '@fieldwatch/contract/time/times'
import { NAME_PATTERN } from '@fieldwatch/contract/api/ids'
import { DomainError } from '#platform/errors/domain-error.ts'
import { decodeTime } from '@fieldwatch/contract/time/decode-time'
import type {
  Condition,
  Order,
  PageRequest,
  SortedRecord,
  StoredRecord,
  PagePosition,
} from '#records/store/record-reader.ts'
import { parseJson } from '@fieldwatch/contract/text/json'
import { z } from 'zod'

const BY_TIME: Order = { field: 'messageUTC', direction: 'asc' }

/**
 * Translates a body of the Data API into a request to the store: one more record than the page holds, where possible, to know
 * whether there is a next page.
 * @throws DomainError request/invalid, data/cursor-invalid
 */
export function pageRequestOf(query: DataQuery): PageRequest {
  const order = query.sort ?? BY_TIME
  if (!isTimeField(order.field)) requireFieldName(order.field)
  const { limit = Number.POSITIVE_INFINITY } = query
  return {
    conditions: (query.filters ?? []).map(conditionOf),
    order,
    after: query.cursor === undefined ? undefined : decodeCursor(query.cursor, order),
    limit: Math.min(limit, PAGE_SIZE + 1),
  }
}

/** The page of what the store found, and the complete body that asks for the next one. */
export function pageOf(
  query: DataQuery,
  found: readonly SortedRecord[],
): { records: readonly StoredRecord[]; pagination: Pagination } {
  const records = found.slice(0, PAGE_SIZE)
  const last = records.at(-1)
  const hasNext = found.length > records.length && last !== undefined
  return {
    records,
    pagination: {
      dataID: query.dataID,
      subject: query.subject,
      ...(query.filters === undefined ? {} : { filters: query.filters }),
      ...(query.sort === undefined ? {} : { sort: query.sort }),
      ...(query.limit === undefined ? {} : { limit: query.limit - (hasNext ? records.length : 0) }),
      ...(hasNext ? { cursor: encodeCursor(last, query.sort ?? BY_TIME) } : {}),
      hasNext,
    },
  }
}

function conditionOf({ field, operator, value }: Filter): Condition {
  if (isTimeField(field)) return { kind: 'time', of: field, operator, at: momentOfFilter(field, value) }
  requireFieldName(field)
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    throw new DomainError('request/invalid', { message: say('answers.filter.text') })
  }
  return { kind: 'field', name: field, operator, value }
}

/** A time as units write it, up to the year 9999: a filter may be in the future. */
function momentOfFilter(field: string, value: Filter['value']): number {
  const decoded = decodeTime(value, LATEST_TIME)
  if (typeof decoded === 'number' && decoded <= LATEST_TIME) return decoded
  throw new DomainError('request/invalid', { message: say('answers.filter.time', { field }) })
}

function isTimeField(field: string): field is 'messageUTC' | 'recieveUTC' {
  return field === 'messageUTC' || field === 'recieveUTC'
}

function requireFieldName(field: string): void {
  if (!NAME_PATTERN.test(field)) throw new DomainError('request/invalid', { message: say('answers.filter.field') })
}

const Cursor = z.tuple([z.literal(1), z.string(), z.enum(['asc', 'desc']), z.string(), z.number().int().min(0)])

/** The end of a page as an opaque text, valid for one order only. */
export function encodeCursor({ value, at }: PagePosition, { field, direction }: Order): string {
  return Buffer.from(JSON.stringify([1, field, direction, value, at])).toString('base64url')
}

/** @throws DomainError data/cursor-invalid, for a cursor of another order too */
export function decodeCursor(cursor: string, order: Order): PagePosition {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success) throw new DomainError('data/cursor-invalid')
  const [, field, direction, value, at] = parsed.data
  if (field !== order.field || direction !== order.direction || !isValueOf(order.field, value)) {
    throw new DomainError('data/cursor-invalid')
  }
  return { value, at }
}

function isValueOf(field: string, value: string): boolean {
  if (field === 'messageUTC') return value === ''
  if (field === 'recieveUTC') return /^\d{1,15}$/.test(value)
  return isStorableJson(value)
}

/** Checks the value, which would otherwise be an error of the database. */
function isStorableJson(text: string): boolean {
  const value = parseJson(text)
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}
