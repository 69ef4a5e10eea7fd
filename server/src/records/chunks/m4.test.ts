import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createM4, type DrawnPoints } from './m4.ts'
import { pixelColumnOf, type DrawnRange } from './pixel-columns.ts'
import { summarise } from './summary.ts'
import { anyTimes } from './testing/arbitrary-values.ts'

interface Point {
  at: number
  value: number
}

const BUCKET = 10

/** Points within a few hundred milliseconds, so that many share a bucket, a few values, so that many are equal. */
const somePoints: fc.Arbitrary<Point[]> = fc
  .uniqueArray(
    fc.record(
      {
        at: fc.integer({ min: -300, max: 700 }),
        value: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constant(Number.NaN)),
      },
      { noNullPrototype: true },
    ),
    {
      selector: (point) => point.at,
      maxLength: 400,
      size: 'max',
    },
  )
  .map((points) => points.sort((left, right) => left.at - right.at))

const someRange: fc.Arbitrary<DrawnRange> = fc
  .record({
    from: fc.integer({ min: -350, max: 300 }),
    span: fc.integer({ min: 1, max: 900 }),
    width: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ from, span, width }) => ({ from, to: from + span, width }))

/** A range whose pixel columns begin where buckets begin. */
const alignedRange: fc.Arbitrary<DrawnRange> = fc
  .record({
    start: fc.integer({ min: -35, max: 30 }),
    bucketsAPixel: fc.integer({ min: 1, max: 9 }),
    width: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ start, bucketsAPixel, width }) => ({
    from: start * BUCKET,
    to: (start + bucketsAPixel * width) * BUCKET,
    width,
  }))

describe('M4 from points', () => {
  it('is first, last, lowest and highest point of each pixel column', () => {
    fc.assert(
      fc.property(somePoints, someRange, (points, range) => {
        assert.deepEqual(toPoints(fromPoints(points, range)), naive(points, range))
      }),
    )
  })

  it('does not depend on how the points are cut, nor on the order of the pieces', () => {
    fc.assert(
      fc.property(somePoints, someRange, fc.nat(400), (points, range, cut) => {
        const m4 = createM4(range)
        for (const piece of [points.slice(cut), points.slice(0, cut)]) m4.addPoints(times(piece), values(piece))
        assert.deepEqual(m4.finish(), fromPoints(points, range))
      }),
    )
  })

  it('finds the columns of any times', () => {
    fc.assert(
      fc.property(anyTimes, fc.integer({ min: 1, max: 2000 }), (at, width) => {
        const points = Array.from(at, (time, index) => ({ at: time, value: (index * 7919) % 13 }))
        const range = { from: (at[0] ?? 0) + 1, to: (at.at(-1) ?? 0) + 1000, width }
        assert.deepEqual(toPoints(fromPoints(points, range)), naive(points, range))
      }),
    )
  })
})

describe('M4 from summaries', () => {
  it('equals M4 from points wherever pixel columns line up with buckets', () => {
    fc.assert(
      fc.property(somePoints, alignedRange, (points, range) => {
        assert.deepEqual(fromSummary(points, range), fromPoints(points, range))
      }),
    )
  })

  it('draws records only, and none outside the range', () => {
    fc.assert(
      fc.property(somePoints, someRange, (points, range) => {
        const known = new Map(points.map((point) => [point.at, point.value]))
        for (const point of toPoints(fromSummary(points, range))) {
          assert.equal(known.get(point.at), point.value)
          assert.ok(point.at >= range.from && point.at < range.to)
        }
      }),
    )
  })

  it('reaches as high and as low in every pixel column, or in the one beside it into which the bucket reaches', () => {
    fc.assert(
      fc.property(somePoints, someRange, (points, range) => {
        const drawn = toPoints(fromSummary(points, range))
        for (const point of naive(points, range)) {
          if (touchesEdge(point.at, range)) continue
          const [first, last] = columnsOfBucket(point.at, range)
          const inReach = drawn.filter(
            ({ at }) => pixelColumnOf(at, range) >= first && pixelColumnOf(at, range) <= last,
          )
          assert.ok(inReach.some(({ value }) => value >= point.value))
          assert.ok(inReach.some(({ value }) => value <= point.value))
        }
      }),
    )
  })

  it('takes points for some stretches and summaries for others', () => {
    fc.assert(
      fc.property(somePoints, alignedRange, fc.integer({ min: -30, max: 70 }), (points, range, cut) => {
        const early = points.filter(({ at }) => at < cut * BUCKET)
        const late = points.filter(({ at }) => at >= cut * BUCKET)
        const m4 = createM4(range)
        m4.addPoints(times(late), values(late))
        m4.addSummary(summarise(times(early), values(early), BUCKET))
        assert.deepEqual(m4.finish(), fromPoints(points, range))
      }),
    )
  })
})

function fromPoints(points: readonly Point[], range: DrawnRange): DrawnPoints {
  const m4 = createM4(range)
  m4.addPoints(times(points), values(points))
  return m4.finish()
}

function fromSummary(points: readonly Point[], range: DrawnRange): DrawnPoints {
  const m4 = createM4(range)
  m4.addSummary(summarise(times(points), values(points), BUCKET))
  return m4.finish()
}

function naive(points: readonly Point[], range: DrawnRange): Point[] {
  const inside = points.filter(({ at, value }) => at >= range.from && at < range.to && !Number.isNaN(value))
  const columns = Map.groupBy(inside, ({ at }) => pixelColumnOf(at, range))
  return [...columns.values()].flatMap((column) => {
    const lowest = Math.min(...column.map(({ value }) => value))
    const highest = Math.max(...column.map(({ value }) => value))
    const kept = [
      column[0],
      column.at(-1),
      column.find(({ value }) => value === lowest),
      column.find(({ value }) => value === highest),
    ]
    return column.filter((point) => kept.includes(point))
  })
}

/** The first and the last pixel column of the bucket of a time. */
function columnsOfBucket(at: number, range: DrawnRange): [number, number] {
  const start = Math.floor(at / BUCKET) * BUCKET
  return [pixelColumnOf(start, range), pixelColumnOf(start + BUCKET - 1, range)]
}

/** Whether the bucket of a time is cut by an end of the range. */
function touchesEdge(at: number, { from, to }: DrawnRange): boolean {
  const start = Math.floor(at / BUCKET) * BUCKET
  return start < from || start + BUCKET > to
}

function toPoints({ at, values }: DrawnPoints): Point[] {
  return Array.from(at, (time, index) => ({ at: time, value: values[index] ?? Number.NaN }))
}

function times(points: readonly Point[]): Float64Array {
  return Float64Array.from(points, ({ at }) => at)
}

function values(points: readonly Point[]): Float64Array {
  return Float64Array.from(points, ({ value }) => value)
}
