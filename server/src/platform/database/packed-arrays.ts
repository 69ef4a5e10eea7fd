const INT8 = 20
const FLOAT8 = 701
/** Of the whole array: dimensions, whether there are nulls, type, length, first place. */
const HEAD_BYTES = 20
/** Of an element: its length, and eight bytes. */
const ELEMENT_BYTES = 12
const NULL_LENGTH = -1

/**
 * Whole numbers as PostgreSQL has a `bigint[]` on the wire: to read thousands of them from a text takes longer than to store them. Cast the
 * parameter, `${int8Array(times)}::bigint[]`.
 */
export function int8Array(values: readonly (number | null)[]): Buffer {
  return pack(values, INT8, (bytes, value, at) => {
    bytes.writeInt32BE(Math.floor(value / 2 ** 32), at)
    bytes.writeUInt32BE(value >>> 0, at + 4)
  })
}

/** Numbers as PostgreSQL has a `float8[]` on the wire. */
export function float8Array(values: readonly (number | null)[]): Buffer {
  return pack(values, FLOAT8, (bytes, value, at) => bytes.writeDoubleBE(value, at))
}

function pack(
  values: readonly (number | null)[],
  type: number,
  write: (bytes: Buffer, value: number, at: number) => void,
): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES + values.length * ELEMENT_BYTES)
  const head = [1, values.includes(null) ? 1 : 0, type, values.length, 1]
  for (const [place, number] of head.entries()) bytes.writeInt32BE(number, place * 4)
  let at = HEAD_BYTES
  for (const value of values) {
    bytes.writeInt32BE(value === null ? NULL_LENGTH : 8, at)
    if (value !== null) write(bytes, value, at + 4)
    at += value === null ? 4 : ELEMENT_BYTES
  }
  return bytes.subarray(0, at)
}
