import { parseJson } from '@fieldwatch/contract/text/json'
import { z } from 'zod'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Order, PagePosition } from '#records/store/record-reader.ts'

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
