import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { DamagedBlockError } from './sealed-block.ts'
import { decodeSummary, decodeSummaryEnds, encodeSummary } from './summary-block.ts'
import { bucketWidthFor, BUCKET_WIDTHS, encodeSummaries } from './summary-levels.ts'
import { coarsen, summarise, type Summary } from './summary.ts'
import { anyNumber, anyTimes } from './testing/arbitrary-values.ts'
import { sensorRecords } from './testing/sensor-records.ts'

interface Numbers {
  at: Float64Array
  values: Float64Array
}

function numbersAt(number: fc.Arbitrary<number>): fc.Arbitrary<Numbers> {
  return anyTimes.chain((at) =>
    fc
      .array(fc.oneof({ weight: 9, arbitrary: number }, fc.constant(Number.NaN)), {
        minLength: at.length,
        maxLength: at.length,
      })
      .map((values) => ({ at, values: Float64Array.from(values) })),
  )
}

const decimals = numbersAt(fc.integer({ min: -9999, max: 9999 }).map((integer) => integer / 100))
const mostlyDecimals = numbersAt(
  fc.oneof({ weight: 60, arbitrary: fc.integer({ min: -9999, max: 9999 }).map((integer) => integer / 100) }, anyNumber),
)
const anyWidth = fc.constantFrom(...BUCKET_WIDTHS)

describe('summary', () => {
  it('counts, sums up and finds the ends and extremes of each bucket', () => {
    fc.assert(
      fc.property(decimals, anyWidth, ({ at, values }, bucketMs) => {
        assert.deepEqual(summarise(at, values, bucketMs), naive({ at, values }, bucketMs))
      }),
    )
  })

  it('sums up to nothing, not to less, what cancels itself out', () => {
    const values = Float64Array.of(-0.1, -0.2, 0.3)

    assert.deepEqual(summarise(Float64Array.of(1, 2, 3), values, 60_000).sums, Float64Array.of(0))
  })

  it('of wide buckets is the same whether made from narrow ones or from the numbers', () => {
    fc.assert(
      fc.property(decimals, fc.nat(BUCKET_WIDTHS.length - 2), ({ at, values }, level) => {
        const [narrow = 0, wide = 0] = BUCKET_WIDTHS.slice(level)
        assert.deepEqual(coarsen(summarise(at, values, narrow), wide), summarise(at, values, wide))
      }),
    )
  })

  it('comes back from its block bit for bit', () => {
    fc.assert(
      fc.property(fc.oneof(decimals, mostlyDecimals, numbersAt(anyNumber)), anyWidth, ({ at, values }, bucketMs) => {
        const summary = summarise(at, values, bucketMs)
        const { counts, sums, ...ends } = summary
        assert.deepEqual(decodeSummary(encodeSummary(summary), 'any'), { ...ends, counts, sums })
        assert.deepEqual(decodeSummaryEnds(encodeSummary(summary), 'any'), ends)
      }),
    )
  })

  it('names its block when it is damaged', () => {
    const block = encodeSummary(summarise(Float64Array.of(5), Float64Array.of(1), 1000))
    block[block.length - 1] = 99

    assert.throws(
      () => decodeSummary(block, 'temp 1000'),
      (error) => error instanceof DamagedBlockError && error.label === 'temp 1000',
    )
  })
})

describe('summaries of a chunk', () => {
  it('go from buckets of some dozens of numbers to a few buckets', () => {
    const { at, columns } = sensorRecords({ count: 65_536, from: 1.7e12 })
    const levels = encodeSummaries(at, Float64Array.from(columns.get('temperature') as Float64Array))

    assert.deepEqual(
      levels.map(({ bucketMs }) => bucketMs / 60_000),
      [1, 4, 12, 60, 240, 720],
    )
    for (const { bucketMs, block } of levels) assert.equal(decodeSummary(block, 'level').bucketMs, bucketMs)
  })

  it('are wider for a field that few records have', () => {
    const at = Float64Array.from({ length: 10_000 }, (_, index) => index * 1000)
    const values = at.map((_, index) => (index % 60 === 0 ? index : Number.NaN))

    assert.deepEqual(
      encodeSummaries(at, values).map(({ bucketMs }) => bucketMs / 3_600_000),
      [1],
    )
  })

  it('are left out where there are hardly any numbers', () => {
    const at = Float64Array.from({ length: 30 }, (_, index) => index * 1000)

    assert.deepEqual(encodeSummaries(at, at), [])
    assert.deepEqual(
      encodeSummaries(
        at,
        at.map(() => Number.NaN),
      ),
      [],
    )
  })

  it('have buckets that fill wider ones', () => {
    BUCKET_WIDTHS.reduce((narrow, wide) => {
      assert.equal(wide % narrow, 0)
      return wide
    })
  })

  it('are read at the widest level whose buckets are a seventh of a pixel or less', () => {
    const stored = [60_000, 240_000, 720_000]

    assert.equal(bucketWidthFor(36 * 60_000, stored), 240_000)
    assert.equal(bucketWidthFor(8 * 60_000, stored), 60_000)
    assert.equal(bucketWidthFor(5 * 60_000, stored), 60_000)
    assert.equal(bucketWidthFor(3 * 60_000, stored), undefined)
    assert.equal(bucketWidthFor(1e9, []), undefined)
  })
})

function naive({ at, values }: Numbers, bucketMs: number): Summary {
  const points = Array.from(at, (time, index) => ({ at: time, value: values[index] ?? 0 })).filter(
    ({ value }) => !Number.isNaN(value),
  )
  const buckets = [...Map.groupBy(points, (point) => Math.floor(point.at / bucketMs) * bucketMs)]
  const pick = (choose: (bucket: typeof points) => (typeof points)[number] | undefined): Summary['min'] => {
    const chosen = buckets.map(([, bucket]) => choose(bucket))
    return {
      at: Float64Array.from(chosen, (point) => point?.at ?? 0),
      values: Float64Array.from(chosen, (point) => point?.value ?? 0),
    }
  }
  const hundredths = (bucket: typeof points): number =>
    bucket.reduce((sum, { value }) => sum + Math.round(value * 100), 0)
  return {
    bucketMs,
    starts: Float64Array.from(buckets, ([start]) => start),
    counts: Float64Array.from(buckets, ([, bucket]) => bucket.length),
    sums: Float64Array.from(buckets, ([, bucket]) => hundredths(bucket) / 100),
    first: pick((bucket) => bucket[0]),
    last: pick((bucket) => bucket.at(-1)),
    min: pick((bucket) => bucket.reduce((lowest, point) => (point.value < lowest.value ? point : lowest))),
    max: pick((bucket) => bucket.reduce((highest, point) => (point.value > highest.value ? point : highest))),
  }
}
