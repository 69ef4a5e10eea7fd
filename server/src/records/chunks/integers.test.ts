import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { INTEGER_LIMIT, readIntegers, writeIntegers } from './integers.ts'
import { SMOOTHED } from './prediction.ts'
import { sealBlock } from './sealed-block.ts'
import { randomFrom } from './testing/sensor-records.ts'

const anyInteger = fc.oneof(
  fc.integer({ min: -INTEGER_LIMIT, max: INTEGER_LIMIT }),
  fc.integer({ min: -300, max: 300 }),
  fc.constantFrom(INTEGER_LIMIT, -INTEGER_LIMIT),
)

/** Integers, running sums of integers and running sums of those, often multiples of something, as wide as the limit. */
const anyIntegers: fc.Arbitrary<number[]> = fc
  .record({
    width: fc.nat(47),
    step: fc.constantFrom(1, 5, 1000),
    sums: fc.nat(2),
    seeds: fc.array(fc.integer({ min: -64, max: 64 }), { size: 'medium' }),
  })
  .map(({ width, step, sums, seeds }) => {
    let values = seeds.map((seed) => Math.trunc((seed / 64) * 2 ** width) * step)
    for (let round = 0; round < sums; round += 1) values = runningSum(values)
    return values.filter((value) => Math.abs(value) <= INTEGER_LIMIT)
  })

/** A slow course with the noise of a sensor, in steps, enough of it to be smoothed. */
const anyNoisyCourse: fc.Arbitrary<number[]> = fc
  .record({
    count: fc.integer({ min: 1024, max: 3000 }),
    noise: fc.integer({ min: 2, max: 300 }),
    swing: fc.integer({ min: 0, max: 2 ** 34 }),
    origin: fc.integer({ min: -(2 ** 47), max: 2 ** 47 }),
    step: fc.constantFrom(1, 10, 1000),
    seed: fc.integer(),
  })
  .map(({ count, noise, swing, origin, step, seed }) => {
    const random = randomFrom(seed)
    const valueAt = (index: number): number => Math.round(swing * Math.sin(index / 500)) + Math.floor(random() * noise)
    return Array.from({ length: count }, (_, index) => origin + step * valueAt(index))
  })

describe('integers of a chunk', () => {
  it('come back as they were, up to the limit', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(anyInteger), anyIntegers), (values) => {
        const normal = values.map((value) => value + 0)
        assert.deepEqual([...roundTrip(normal, 1)], normal)
      }),
      { numRuns: 300 },
    )
  })

  it('of a noisy course are smoothed, and come back as they were', () => {
    let smoothed = 0
    fc.assert(
      fc.property(anyNoisyCourse, (values) => {
        assert.deepEqual([...roundTrip(values, 1)], values)
        if ((written(values)[0] ?? 0) >= SMOOTHED) smoothed += 1
      }),
      // Chance decides how many of them can be smoothed.
      { numRuns: 60, seed: 1 },
    )
    assert.ok(smoothed > 20)
  })

  it('of a noisy course take fewer bits than the differences between them', () => {
    const random = randomFrom(1)
    const values = Array.from({ length: 8192 }, (_, index) => Math.floor(index / 50) + Math.floor(random() * 8))

    // Eight equal values of noise have 3 bits, and their differences 3.7.
    assert.ok(sealBlock(written(values)).length < (8192 * 3.4) / 8)
  })

  it('come back as the decimals that they represent', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (values) => {
        assert.deepEqual(
          [...roundTrip(values, 100)],
          values.map((value) => value / 100),
        )
      }),
    )
  })

  it('of a ramp, of a constant and of multiples take a few bytes each or none', () => {
    const ramp = Array.from({ length: 5000 }, (_, index) => 7 + 13 * index)
    const constant = Array.from({ length: 5000 }, () => 2 ** 40)
    const multiples = Array.from({ length: 5000 }, (_, index) => ((index * 7919) % 100) * 1_000_000)

    assert.ok(written(ramp).length < 20)
    assert.ok(written(constant).length < 20)
    assert.ok(written(multiples).length < 5020)
  })
})

function runningSum(values: readonly number[]): number[] {
  let sum = 0
  return values.map((value) => (sum += value))
}

function written(values: readonly number[]): Uint8Array {
  const writer = new ByteWriter()
  writeIntegers(writer, Float64Array.from(values))
  return writer.finish()
}

function roundTrip(values: readonly number[], scale: number): Float64Array {
  const reader = new ByteReader(written(values))
  const found = readIntegers(reader, values.length, { scale })
  reader.expectEnd()
  return found
}
