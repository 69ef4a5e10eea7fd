import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createChannel } from './channel.ts'
import { cycleAt, cyclesBetween } from './cycle.ts'
import { daily, HOUR, rounded } from './numbers.ts'

const at = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) })
const seed = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })

test('A channel gives the same values for the same seed and name, and others for others', () => {
  const moments = Array.from({ length: 50 }, (_, index) => index * 1000)
  const noiseOf = (channel: ReturnType<typeof createChannel>) => moments.map((moment) => channel.noise(moment))
  assert.deepEqual(noiseOf(createChannel(7, 'level')), noiseOf(createChannel(7, 'level')))
  assert.notDeepEqual(noiseOf(createChannel(7, 'level')), noiseOf(createChannel(8, 'level')))
  assert.notDeepEqual(noiseOf(createChannel(7, 'level')), noiseOf(createChannel(7, 'flow')))
})

test('Noise and drift stay between -1 and 1, picks between 0 and 1', () => {
  fc.assert(
    fc.property(seed, at, (given, moment) => {
      const channel = createChannel(given, 'x')
      assert.ok(Math.abs(channel.noise(moment)) <= 1)
      assert.ok(Math.abs(channel.drift(moment, HOUR)) <= 1)
      assert.ok(channel.pick(moment) >= 0 && channel.pick(moment) < 1)
    }),
  )
})

test('Drift does not jump from one second to the next', () => {
  fc.assert(
    fc.property(seed, at, (given, moment) => {
      const channel = createChannel(given, 'x')
      assert.ok(Math.abs(channel.drift(moment + 1000, HOUR) - channel.drift(moment, HOUR)) < 0.01)
    }),
  )
})

test('Noise is spread evenly around zero', () => {
  const channel = createChannel(1, 'x')
  const values = Array.from({ length: 20_000 }, (_, index) => channel.noise(1.7e12 + index * 1000))
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  assert.ok(Math.abs(mean) < 0.02, String(mean))
  assert.ok(values.filter((value) => Math.abs(value) < 0.5).length / values.length > 0.7)
})

test('Any moment lies in exactly one cycle, and cycles follow each other', () => {
  fc.assert(
    fc.property(seed, at, (given, moment) => {
      const channel = createChannel(given, 'cycle')
      const cycle = cycleAt(channel, HOUR, moment)
      assert.ok(cycle.start <= moment && moment < cycle.end)
      const [first, second] = cyclesBetween(channel, HOUR, moment, moment + 3 * HOUR)
      assert.deepEqual(first, cycle)
      assert.equal(second?.start, cycle.end)
    }),
  )
})

test('A daily wave is highest at its hour', () => {
  assert.equal(daily(Date.UTC(2026, 0, 1, 14), 14), 1)
  assert.ok(daily(Date.UTC(2026, 0, 1, 2), 14) < -0.99)
})

test('Values are printed with their decimals and without a negative zero', () => {
  assert.equal(rounded(1.005_4, 2), 1.01)
  assert.ok(Object.is(rounded(-0.001, 2), 0))
})
