import type { FieldValue } from '@fieldwatch/contract/telemetry/data'

/** Null comes before text, text before numbers, numbers before false and true: the order that PostgreSQL has for jsonb. */
export function compareValues(one: FieldValue, other: FieldValue): number {
  const ranks = rankOf(one) - rankOf(other)
  if (ranks !== 0) return ranks
  if (typeof one === 'string') return compareText(one, other as string)
  return Number(one) - Number(other)
}

/** The order in which the fields of a record are written: short names first. */
export function compareNames(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1)
}

function rankOf(value: FieldValue): number {
  if (value === null) return 0
  switch (typeof value) {
    case 'string':
      return 1
    case 'number':
      return 2
    default:
      return 3
  }
}

/** By code point, which is the order of UTF-8; that of UTF-16 is another one beyond U+D7FF. */
function compareText(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index += 1) {
    const left = one.charCodeAt(index)
    const right = other.charCodeAt(index)
    if (left !== right) return orderOf(left) - orderOf(right)
  }
  return one.length - other.length
}

/** Surrogates represent code points above all that take a single unit. */
function orderOf(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit
}
