import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createFigureCounter } from './period-figures.ts'

const MINUTE = 60_000
const RANGE = { from: 100 * MINUTE, to: 1_000 * MINUTE }
const NOW = 900 * MINUTE
const GAP = 10 * MINUTE
const THRESHOLD = 50

interface Reading {
  readonly at: number
  readonly value: number
}

function figuresOf(readings: readonly Reading[], before?: Reading, gapMs = GAP) {
  const counter = createFigureCounter({ ...RANGE, gapMs, threshold: THRESHOLD, before, now: NOW })
  counter.add({
    at: Float64Array.from(readings, ({ at }) => at),
    columns: [Float64Array.from(readings, ({ value }) => value)],
  })
  return counter.finish()
}

const anyReadings = fc
  .array(fc.record({ minutes: fc.integer({ min: 1, max: 30 }), value: fc.integer({ min: -100, max: 100 }) }), {
    minLength: 1,
    maxLength: 20,
  })
  .map((steps) => {
    let at = RANGE.from
    return steps.map(({ minutes, value }) => ({ at: (at += minutes * MINUTE), value }))
  })

describe('the figures of a period', () => {
  it('weigh each value by the minutes for which it held', () => {
    fc.assert(
      fc.property(
        anyReadings,
        fc.option(fc.constant({ at: 95 * MINUTE, value: 80 }), { nil: undefined }),
        (readings, before) => {
          const held: number[] = []
          for (let at = RANGE.from; at < NOW; at += MINUTE) {
            const last = [...(before === undefined ? [] : [before]), ...readings].findLast((one) => one.at <= at)
            if (last !== undefined && at < last.at + GAP) held.push(last.value)
          }
          const { mean, hoursAbove, count } = figuresOf(readings, before)

          const truth = held.reduce((sum, value) => sum + value, 0) / held.length
          assert.ok(Math.abs((mean ?? Number.NaN) - truth) < 1e-9, `${mean} is ${truth}`)
          assert.ok(Math.abs((hoursAbove ?? 0) - held.filter((value) => value > THRESHOLD).length / 60) < 1e-9)
          assert.equal(count, readings.length)
        },
      ),
    )
  })

  it('are the same when a unit sends five times as many records of the same level', () => {
    const levelAt = (minute: number): number => (minute < 500 ? 20 : 60)
    const everyMinutes = (step: number): Reading[] =>
      Array.from({ length: 800 / step }, (_unused, index) => {
        const minute = 100 + index * step
        return { at: minute * MINUTE, value: levelAt(minute) }
      })

    const [often, seldom] = [figuresOf(everyMinutes(1)), figuresOf(everyMinutes(5))]

    assert.deepEqual({ ...often, count: 0 }, { ...seldom, count: 0 })
    assert.deepEqual([often.count, seldom.count, often.mean], [800, 160, 40])
  })

  it('are not moved by a burst of readings within a minute', () => {
    const burst = Array.from({ length: 600 }, (_unused, index) => ({ at: 200 * MINUTE + index * 100, value: 100 }))

    const { mean } = figuresOf([{ at: 199 * MINUTE, value: 0 }, ...burst, { at: 201 * MINUTE, value: 0 }])

    // A minute of 0, one of 100, ten of 0.
    assert.ok(Math.abs((mean ?? 0) - 100 / 12) < 1e-9)
  })

  it('have a mean of the largest numbers, and of a value of this very moment', () => {
    assert.equal(figuresOf([{ at: NOW, value: 7 }]).mean, 7)
    const largest = [-1, 1, 1].map((sign, index) => ({ at: (200 + index) * MINUTE, value: sign * Number.MAX_VALUE }))
    assert.ok(Math.abs((figuresOf(largest, undefined, MINUTE).mean ?? 0) / (Number.MAX_VALUE / 3) - 1) < 1e-9)
  })
})
