import fc from 'fast-check'
import type { ColumnValue } from '../column.ts'

/** Any finite number that a record may hold, and often one of those that codecs get wrong. */
export const anyNumber: fc.Arbitrary<number> = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.integer({ min: -99_999, max: 99_999 }).map((integer) => integer / 100),
    fc.float({ noNaN: true, noDefaultInfinity: true }),
    fc.maxSafeInteger(),
    fc.constantFrom(
      0,
      0.1 + 0.2,
      2 ** 53 + 2,
      2 ** 49,
      -(2 ** 49),
      2 ** 49 + 1,
      1e22,
      1e300,
      5e-324,
      -5e-324,
      Number.MAX_VALUE,
    ),
  )
  // Chunks keep -0 as 0.
  .map((value) => (value === 0 ? 0 : value))

export const anyString: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'OK', '\ud800', '\udfff!', '温度', 'x'.repeat(70_000), '\0'),
)

/** Any mix that a column may hold. */
export const anyValue: fc.Arbitrary<ColumnValue> = fc.oneof(
  anyNumber,
  anyString,
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
)

/** Columns of one kind and columns of all kinds, short ones and ones longer than a sample of the encoder. */
export const anyColumn: fc.Arbitrary<ColumnValue[]> = fc.oneof(
  fc.array(anyValue, { size: 'medium' }),
  fc.array(anyNumber, { size: 'medium' }),
  fc.array(anyNumber, { minLength: 1, maxLength: 12 }).chain((some) => repeated(some)),
  fc.array(anyString),
  fc.array(fc.oneof(fc.boolean(), fc.constant(undefined))),
  fc.array(anyValue, { minLength: 1, maxLength: 5 }).chain((some) => repeated(some)),
)

/** Whole milliseconds, each later than the one before: regular, jittering, with gaps, before 1970. */
export const anyTimes: fc.Arbitrary<Float64Array> = fc
  .tuple(
    fc.integer({ min: -1e12, max: 2e12 }),
    fc.array(fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 1e11 })), {
      size: 'medium',
    }),
  )
  .map(([start, steps]) => {
    let time = start
    return Float64Array.from(steps, (step) => (time += step))
  })

function repeated(some: ColumnValue[]): fc.Arbitrary<ColumnValue[]> {
  const lengths = fc.integer({ min: 1, max: 3000 })
  return lengths.map((length) => Array.from({ length }, (_, index) => some[(index * index) % some.length]))
}
