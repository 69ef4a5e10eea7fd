import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import fc from 'fast-check'
import type { RecordReader } from '@fieldwatch/server/records/store/record-reader'
import { isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { createEvaluation } from './evaluate-query.ts'
import { parseQuery } from './parse-query.ts'
import type { SeriesStore } from './series-store.ts'
import type { Steps } from './windows.ts'

interface Point {
  readonly at: number
  /** NaN where the record has no number in the field. */
  readonly value: number
}

const LOOKBACK_MS = 300_000

/** Sources in memory, each with the field `level`; blocks have so many records. */
function inMemory(sources: readonly (readonly Point[])[], blockLength: number, { ofTwoMetrics = false } = {}) {
  const store: SeriesStore = {
    listSources: async function* () {
      yield sources.map((_, index) => ({
        key: index,
        dataId: `unit-${index}` as DataId,
        name: 'tank' as SourceName,
        types: ofTwoMetrics && index === 1 ? { other: 'float' as const } : { level: 'float' as const },
        unitName: `Unit ${index}`,
        entity: index % 2 === 0 ? 'even' : 'odd',
      }))
    },
  }
  const reader: Pick<RecordReader, 'readNumbers' | 'readAsOf'> = {
    readNumbers: async function* (sourceKey, { from, to }) {
      const points = (sources[sourceKey] ?? []).filter(({ at }) => at >= from && at < to)
      for (let start = 0; start < points.length; start += blockLength) {
        const block = points.slice(start, start + blockLength)
        yield {
          at: Float64Array.from(block, ({ at }) => at),
          columns: [Float64Array.from(block, ({ value }) => value)],
        }
      }
    },
    readAsOf: async (keys, { at }) =>
      new Map(
        keys.flatMap((key) => {
          const point = sources[key]?.findLast((one) => one.at <= at)
          const fields = JSON.stringify({
            level: point === undefined || Number.isNaN(point.value) ? null : point.value,
          })
          return point === undefined ? [] : [[key, { at: point.at, receivedAt: point.at, fields }] as const]
        }),
      ),
  }
  return { store, reader }
}

const asking = (steps: Steps) => ({
  caller: { role: 'viewer' as const, reach: ['x' as EntityId] },
  steps,
  lookbackMs: LOOKBACK_MS,
  signal: new AbortController().signal,
})

type Answer = Readonly<Record<string, readonly (number | undefined)[]>>

interface Given {
  readonly sources: readonly (readonly Point[])[]
  readonly blockLength: number
  readonly steps: Steps
}

async function answer(
  text: string,
  { sources, blockLength, steps }: Given,
  how: { ofTwoMetrics?: boolean } = {},
): Promise<Answer> {
  const evaluation = createEvaluation(inMemory(sources, blockLength, how), asking(steps))
  const series = await evaluation.evaluate(await parseQuery(text))
  return Object.fromEntries(
    series.map(({ labels, values, present }) => [
      labels.get('unit') ?? labels.get('entity') ?? 'all',
      [...values].map((value, index) => (present[index] === 1 ? value : undefined)),
    ]),
  )
}

type Fold = (points: readonly Point[], window: { start: number; end: number }) => number | undefined

/** What each step of each unit is, by the definition alone. */
function naive(fold: Fold, rangeMs: number, { sources, steps }: Given, offsetMs = 0): Answer {
  const entries = sources.map((points, index) => {
    const values = Array.from({ length: steps.count }, (_, step) => {
      const end = steps.start + step * steps.stepMs - offsetMs
      const start = end - rangeMs
      const inside = points.filter(({ at, value }) => at > start && at <= end && !Number.isNaN(value))
      return inside.length === 0 ? undefined : fold(inside, { start, end })
    })
    return [`unit-${index}`, values] as const
  })
  return Object.fromEntries(entries.filter(([, values]) => values.some((value) => value !== undefined)))
}

const values = (points: readonly Point[]): number[] => points.map(({ value }) => value)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0)

/** As the documentation of Prometheus describes `increase`. */
const increase: Fold = (points, { start, end }) => {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 2) return undefined
  const resets = points.slice(1).map(({ value }, index) => {
    const before = points[index]?.value ?? 0
    return value < before ? before : 0
  })
  const grown = last.value - first.value + sum(resets)
  const sampled = last.at - first.at
  const mean = sampled / (points.length - 1)
  const edge = (gap: number): number => (gap >= mean * 1.1 ? mean / 2 : gap)
  const toZero = grown > 0 && first.value >= 0 ? (sampled * first.value) / grown : Infinity
  return (grown * (sampled + Math.min(edge(first.at - start), toZero) + edge(end - last.at))) / sampled
}

const FOLDS: Readonly<Record<string, Fold>> = {
  last_over_time: (points) => points.at(-1)?.value,
  sum_over_time: (points) => sum(values(points)),
  avg_over_time: (points) => sum(values(points)) / points.length,
  min_over_time: (points) => Math.min(...values(points)),
  max_over_time: (points) => Math.max(...values(points)),
  count_over_time: (points) => points.length,
  increase,
  rate: (points, window) => {
    const grown = increase(points, window)
    return grown === undefined ? undefined : grown / ((window.end - window.start) / 1000)
  },
}

const number = fc.oneof(fc.integer({ min: -5, max: 40 }), fc.double({ min: -1e3, max: 1e3, noNaN: true }))
const points = fc
  .uniqueArray(
    fc.record({
      at: fc.integer({ min: 0, max: 1200 }).map((second) => second * 1000),
      value: fc.oneof({ weight: 8, arbitrary: number }, fc.constant(Number.NaN)),
    }),
    { selector: ({ at }) => at, maxLength: 60 },
  )
  .map((list) => list.toSorted((one, other) => one.at - other.at))
const given = fc.record({
  sources: fc.array(points, { minLength: 1, maxLength: 4 }),
  blockLength: fc.integer({ min: 1, max: 20 }),
  steps: fc.record({
    start: fc.integer({ min: 0, max: 1500 }).map((second) => second * 1000),
    stepMs: fc.constantFrom(500, 1000, 7000, 60_000, 300_000),
    count: fc.integer({ min: 1, max: 30 }),
  }),
})

function assertClose(found: Answer, expected: Answer): void {
  assert.deepEqual(Object.keys(found).sort(), Object.keys(expected).sort())
  for (const [key, list] of Object.entries(expected)) {
    for (const [index, value] of list.entries()) {
      const other = found[key]?.[index]
      if (value === undefined || other === undefined) assert.equal(other, value, `${key} at step ${index}`)
      else assert.ok(Math.abs(other - value) <= 1e-9 * Math.max(1, Math.abs(value)), `${key}: ${other}, not ${value}`)
    }
  }
}

describe('the values of a query', () => {
  for (const [name, fold] of Object.entries(FOLDS)) {
    it(`are those of a naive computation: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          given,
          fc.constantFrom(1000, 30_000, 300_000),
          fc.constantFrom(0, 60_000),
          async (one, rangeMs, offsetMs) => {
            const text = `${name}(level[${rangeMs}ms] offset ${offsetMs}ms)`
            assertClose(await answer(text, one), naive(fold, rangeMs, one, offsetMs))
          },
        ),
        { numRuns: 60 },
      )
    })
  }

  it('are the newest ones within the look-back without a range', async () => {
    await fc.assert(
      fc.asyncProperty(given, async (one) => {
        assertClose(
          await answer('level', one),
          naive((list) => list.at(-1)?.value, LOOKBACK_MS, one),
        )
      }),
      { numRuns: 100 },
    )
  })

  it('are combined over series as a naive computation does', async () => {
    const combine: Readonly<Record<string, (list: readonly number[]) => number>> = {
      sum,
      avg: (list) => sum(list) / list.length,
      min: (list) => Math.min(...list),
      max: (list) => Math.max(...list),
      count: (list) => list.length,
    }
    await fc.assert(
      fc.asyncProperty(given, fc.constantFrom(...Object.keys(combine)), async (one, name) => {
        const parts = naive((list) => list.at(-1)?.value, LOOKBACK_MS, one)
        const groups = Object.groupBy(Object.keys(parts), (unit) => (Number(unit.at(-1)) % 2 === 0 ? 'even' : 'odd'))
        const expected = Object.entries(groups).map(([entity, units]) => {
          const steps = Array.from({ length: one.steps.count }, (_, step) => {
            const found = units.map((unit) => parts[unit]?.[step]).filter((value) => value !== undefined)
            return found.length === 0 ? undefined : combine[name]?.(found)
          })
          return [entity, steps] as const
        })

        assertClose(await answer(`${name} by (entity) (level)`, one), Object.fromEntries(expected))
      }),
      { numRuns: 100 },
    )
  })
})

describe('sums and means', () => {
  const steps: Steps = { start: 60_000, stepMs: 1000, count: 1 }
  const pointsOf = (list: readonly number[]): Point[] => list.map((value, index) => ({ at: index * 10_000, value }))
  const overTime = async (text: string, list: readonly number[]) =>
    (await answer(text, { sources: [pointsOf(list)], blockLength: 2, steps }))['unit-0']?.[0]
  const overSeries = async (text: string, list: readonly number[]) =>
    (await answer(text, { sources: list.map((value) => [{ at: 0, value }]), blockLength: 2, steps }))['all']?.[0]

  // The facts of the public test data of Prometheus.
  it('keep small values between large ones that cancel each other out', async () => {
    assert.equal(await overTime('sum_over_time(level[2m])', [1, 1e100, 1, -1e100]), 2)
    assert.equal(await overTime('avg_over_time(level[2m])', [1, 1e100, 1, -1e100]), 0.5)
    assert.equal(await overSeries('sum(level)', [2, 8, 1e100, -1e100]), 10)
    assert.equal(await overSeries('avg(level)', [2, 8, 1e100, -1e100]), 2.5)
  })

  it('are finite as long as their result is', async () => {
    assert.equal(await overTime('avg_over_time(level[2m])', [1.5e308, 1.5e308, 1.5e308]), 1.5e308)
    assert.equal(await overSeries('avg(level)', [1.5e308, 1.5e308, 1.5e308]), 1.5e308)
    assert.equal(await overTime('sum_over_time(level[2m])', [1.5e308, 1.5e308]), Infinity)
    assert.equal(await overSeries('sum(level)', [1.5e308, 1.5e308]), Infinity)
  })

  it('of equal values are that value', async () => {
    assert.equal(
      await overTime(
        'avg_over_time(level[1000s])',
        Array.from({ length: 7 }, () => 0.1),
      ),
      0.1,
    )
  })
})

describe('series that a calculation makes equal', () => {
  const given = {
    sources: [[{ at: 0, value: 1 }], [{ at: 0, value: 2 }]],
    blockLength: 1,
    steps: { start: 1000, stepMs: 1000, count: 1 },
  }

  it('are refused, and those that a label tells apart are not', async () => {
    await assert.rejects(
      answer('-max by (__name__) ({unit=~".+"})', given, { ofTwoMetrics: true }),
      (error) => isDomainError(error) && error.code === 'query/invalid',
    )
    assert.deepEqual(await answer('-max by (entity) (level)', given), { even: [-1], odd: [-2] })
  })
})

describe('a query that reads too much', () => {
  const steps: Steps = { start: 1_000_000, stepMs: 1000, count: 1000 }
  const many = Array.from({ length: 2_001 }, (): Point[] => [])

  it('is refused for its series', async () => {
    const asked = answer('level', { sources: many, blockLength: 1, steps })

    await assert.rejects(asked, (error) => isDomainError(error) && error.code === 'query/too-large')
  })

  it('is refused for the values of its answer, unless they are combined', async () => {
    const sources = Array.from({ length: 1_001 }, (): Point[] => [{ at: 1_000_000, value: 1 }])

    const whole = answer('level', { sources, blockLength: 1, steps })
    await assert.rejects(whole, (error) => isDomainError(error) && error.code === 'query/too-large')

    const combined = await answer('sum(level)', { sources, blockLength: 1, steps })
    assert.equal(combined['all']?.[0], 1_001)
  })

  it('is refused for the values that it reads', async () => {
    const { store, reader } = inMemory([[]], 1)
    const block = { at: new Float64Array(1_000_000), columns: [new Float64Array(1_000_000).fill(Number.NaN)] }
    const endless = async function* () {
      for (;;) yield block
    }
    const evaluation = createEvaluation({ store, reader: { ...reader, readNumbers: endless } }, asking(steps))

    await assert.rejects(
      async () => evaluation.evaluate(await parseQuery('sum_over_time(level[1m])')),
      (error) => isDomainError(error) && error.code === 'query/too-large',
    )
  })

  it('is not refused for windows that are far longer than its step', async () => {
    const source = Array.from({ length: 101_000 }, (_, index): Point => ({ at: 900_000 + index, value: index % 7 }))
    const given = { sources: [source], blockLength: 10_000, steps: { start: 1_000_000, stepMs: 1, count: 1_000 } }
    const inside = source.slice(1_000, 101_000).map(({ value }) => value)
    const last = async (name: string) => Object.values(await answer(`${name}(level[100s])`, given))[0]?.[999]

    assert.equal(await last('count_over_time'), 100_000)
    assert.equal(await last('sum_over_time'), sum(inside))
    assert.equal(await last('max_over_time'), 6)
  })
})
