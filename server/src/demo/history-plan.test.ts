import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodic } from '@fieldwatch/simulator/generator'
import { countRecords, planHistory } from './history-plan.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 4, 6, 12)
const tank = periodic('tank', 5, () => ({ level: 1 }))

function plan(from: number, to: number, source = tank) {
  return planHistory(source, from, to, NOW).map((stretch) => ({
    from: (stretch.from - NOW) / DAY,
    to: (stretch.to - NOW) / DAY,
    step: stretch.stepSeconds,
  }))
}

test('The last 24 hours are denser than what is before', () => {
  assert.deepEqual(plan(NOW - 30 * DAY, NOW), [
    { from: -30, to: -1, step: 150 },
    { from: -1, to: 0, step: 30 },
  ])
})

test('A short gap and a stretch that is long gone have one density', () => {
  assert.deepEqual(plan(NOW - DAY / 2, NOW), [{ from: -0.5, to: 0, step: 30 }])
  assert.deepEqual(plan(NOW - 30 * DAY, NOW - 9 * DAY), [{ from: -30, to: -9, step: 150 }])
})

test('There is nothing to fill in where there is no gap', () => {
  assert.deepEqual(plan(NOW, NOW), [])
  assert.deepEqual(plan(NOW - 5 * DAY, NOW - 9 * DAY), [])
})

test('Sources that report seldom are sparse in the past, too', () => {
  const steps = [60, 600].map((liveSeconds) =>
    plan(NOW - 30 * DAY, NOW, { ...tank, liveSeconds }).map(({ step }) => step),
  )
  assert.deepEqual(steps, [
    [600, 120],
    [21_600, 3600],
  ])
})

test('The records of a stretch can be counted before they are made', () => {
  const [stretch] = planHistory(tank, NOW - 10 * DAY, NOW - 9 * DAY, NOW)
  assert.ok(stretch)
  const { source, from, to, stepSeconds } = stretch
  assert.equal(countRecords(stretch), [...source.recordsBetween(from, to, stepSeconds)].length)
})
