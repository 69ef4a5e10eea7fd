import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VALUE_OPERATORS } from '@fieldwatch/contract/calculations/conditions'
import fc from 'fast-check'
import { OFF } from '#records/conditions/judge-reading.ts'
import type { NumberBlock } from '#records/store/record-reader.ts'
import type { Occurrence } from './occurrence.ts'
import { readingOf } from '#records/store/number-reading.ts'
import { occurrenceOf, type Scan, scanBlock, type ScanEnd, TO_THE_END } from './scan-occurrences.ts'
import { findNaively, type NaiveRecord, type NaiveRule } from './testing/naive-occurrences.ts'

const RULE: NaiveRule = { bound: { operator: '>', constant: 20 }, field: 'temp', gapMs: 60, values: [] }

/** Records of a source: times and numbers, of which some are left out. */
function sourceOf(fields: readonly string[]): fc.Arbitrary<NaiveRecord[]> {
  const number = fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 18, max: 22 }) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 40 }) },
    { weight: 1, arbitrary: fc.integer({ min: 55, max: 150 }) },
  )
  const record = fc.tuple(step, ...fields.map(() => number))
  return fc.array(record, { maxLength: 60 }).map((steps) => {
    let at = 0
    return steps.map(([after, ...values]) => {
      at += after
      const known = fields.flatMap((field, index) => (values[index] === undefined ? [] : [[field, values[index]]]))
      return { at, ...Object.fromEntries(known) } as NaiveRecord
    })
  })
}

function blockOf(records: readonly NaiveRecord[], fields: readonly string[]): NumberBlock {
  return {
    at: Float64Array.from(records, ({ at }) => at),
    columns: fields.map((field) => Float64Array.from(records, (record) => record[field] ?? Number.NaN)),
  }
}

function blocksOf(records: readonly NaiveRecord[], fields: readonly string[], size: number): NumberBlock[] {
  const count = Math.ceil(records.length / size)
  return Array.from({ length: count }, (_, index) => blockOf(records.slice(index * size, (index + 1) * size), fields))
}

async function* given(blocks: readonly NumberBlock[]): AsyncGenerator<NumberBlock> {
  yield* blocks
}

/** Scans all records, in blocks of some size; from where it stops it begins again. */
async function scan(
  { bound, gapMs, field, values }: NaiveRule,
  {
    own,
    other = [],
    size = 7,
    end = TO_THE_END,
  }: { own: readonly NaiveRecord[]; other?: readonly NaiveRecord[]; size?: number; end?: ScanEnd },
): Promise<{ occurrences: Occurrence[]; stopped: number | undefined }> {
  const occurrences: Occurrence[] = []
  const ownFields = values.flatMap((value) => (value.own ? [value.field] : []))
  const otherFields = values.flatMap((value) => (value.own ? [] : [value.field]))
  const placesOf = (isOwn: boolean): number[] => [...values.keys()].filter((place) => values[place]?.own === isOwn)
  const work: Scan = {
    rule: { condition: { bound, clearBound: bound, forMs: 0, gapMs }, places: placesOf(true) },
    state: { condition: OFF, open: undefined, latest: values.map(() => Number.NaN) },
    others: [{ places: placesOf(false), reading: readingOf(given(blocksOf(other, otherFields, size + 2))) }],
    found: (occurrence) => occurrences.push(occurrence),
  }
  for (const block of blocksOf(own, [field, ...ownFields], size)) {
    const stopped = await scanBlock(work, block, end)
    if (stopped !== undefined) return { occurrences, stopped }
  }
  if (work.state.open !== undefined) occurrences.push(occurrenceOf(work.state.open))
  return { occurrences, stopped: undefined }
}

async function periodsOf(records: Record<number, number>): Promise<[number, number | undefined][]> {
  const own = Object.entries(records).map(([at, temp]) => ({ at: Number(at), temp }))
  const { occurrences } = await scan(RULE, { own })
  return occurrences.map(({ startAt, endAt }) => [startAt, endAt])
}

describe('an occurrence', () => {
  it('starts at the first record that satisfies and ends at the first that does not', async () => {
    assert.deepEqual(await periodsOf({ 10: 20, 20: 21, 30: 25, 40: 20, 50: 19 }), [[20, 40]])
  })

  it('of a single record ends at the next', async () => {
    assert.deepEqual(await periodsOf({ 10: 21, 20: 20 }), [[10, 20]])
  })

  it('is ongoing where no record ended it', async () => {
    assert.deepEqual(await periodsOf({ 10: 20, 20: 21, 30: 21 }), [[20, undefined]])
  })

  it('ends at the last record before a silence that is longer than the limit, and not of one as long', async () => {
    assert.deepEqual(await periodsOf({ 10: 21, 70: 21, 131: 21, 140: 20 }), [
      [10, 70],
      [131, 140],
    ])
  })

  it('ends before a silence though the record behind it does not satisfy', async () => {
    assert.deepEqual(await periodsOf({ 10: 21, 20: 22, 100: 3 }), [[10, 20]])
  })

  it('has of its own source what the first record says, and of others the latest by then', async () => {
    const rule = {
      ...RULE,
      values: [
        { own: true, field: 'humidity' },
        { own: false, field: 'level' },
      ],
    }
    const own = [
      { at: 10, temp: 15, humidity: 1 },
      { at: 20, temp: 21 },
      { at: 30, temp: 22, humidity: 3 },
      { at: 40, temp: 19, humidity: 9 },
    ]
    const other = [
      { at: 5, level: 4 },
      { at: 20, level: 6 },
      { at: 35, level: 8 },
      { at: 40, level: 100 },
    ]

    const { occurrences } = await scan(rule, { own, other })

    assert.deepEqual(occurrences[0]?.figures, [
      { start: null, least: 3, greatest: 3, mean: 3 },
      { start: 6, least: 6, greatest: 8, mean: 6.5 },
    ])
  })

  it('has means by time: those of a unit that sends more often in one state are the same', async () => {
    const rule = { ...RULE, values: [{ own: true, field: 'temp' }] }
    const often = (from: number, to: number, step: number, temp: number): NaiveRecord[] =>
      Array.from({ length: (to - from) / step }, (_, index) => ({ at: from + index * step, temp }))
    const end = { at: 200, temp: 1 }

    const means = await Promise.all(
      [1, 25].map(async (step) => {
        const { occurrences } = await scan(rule, { own: [...often(0, 100, step, 30), ...often(100, 200, 50, 50), end] })
        return occurrences.map(({ figures }) => figures[0]?.mean)
      }),
    )

    assert.deepEqual(means, [[40], [40]])
  })

  it('is the one of a naive scan, however its records come in blocks', async () => {
    const rule = fc.record({
      bound: fc.record({ operator: fc.constantFrom(...VALUE_OPERATORS), constant: fc.constantFrom(19, 20, 21) }),
      field: fc.constant('temp'),
      gapMs: fc.integer({ min: 30, max: 120 }),
      values: fc.subarray([
        { own: true, field: 'temp' },
        { own: true, field: 'humidity' },
        { own: false, field: 'level' },
        { own: false, field: 'flow' },
      ]),
    })
    await fc.assert(
      fc.asyncProperty(
        rule,
        sourceOf(['temp', 'humidity']),
        sourceOf(['level', 'flow']),
        fc.integer({ min: 1, max: 20 }),
        async (given, own, other, size) => {
          const { occurrences } = await scan(given, { own, other, size })
          assert.deepEqual(occurrences, findNaively(given, own, other))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('does not depend on anything before the moment at which a scan stops', async () => {
    await fc.assert(
      fc.asyncProperty(
        sourceOf(['temp']),
        fc.integer({ min: 0, max: 1500 }),
        fc.boolean(),
        async (own, behind, isOver) => {
          const whole = findNaively(RULE, own, [])
          const { occurrences, stopped = Infinity } = await scan(RULE, { own, end: { behind, isOver } })
          // With the time over something is left to look for, or all is found.
          assert.ok(stopped > behind || (isOver && stopped < behind), `${stopped}`)
          assert.deepEqual(
            occurrences,
            whole.filter(({ startAt }) => startAt < stopped),
          )
          const rest = await scan(RULE, { own: own.filter(({ at }) => at >= stopped) })
          assert.deepEqual(
            rest.occurrences,
            whole.filter(({ startAt }) => startAt >= stopped),
          )
        },
      ),
      { numRuns: 200 },
    )
  })
})
