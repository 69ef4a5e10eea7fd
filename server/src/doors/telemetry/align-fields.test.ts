import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { alignFields } from './align-fields.ts'

const points = fc.uniqueArray(fc.integer({ min: 0, max: 60 })).chain((times) =>
  fc.array(fc.double({ noNaN: true }), { minLength: times.length, maxLength: times.length }).map((values) => ({
    at: Float64Array.from(times.toSorted((one, other) => one - other)),
    values: Float64Array.from(values),
  })),
)

describe('fields on one axis', () => {
  it('have each point of each field at its time, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(points, { minLength: 1, maxLength: 4 }), (fields) => {
        const aligned = alignFields(fields)

        assert.deepEqual(
          [...aligned.at],
          [...new Set(fields.flatMap(({ at }) => [...at]))].sort((one, other) => one - other),
        )
        for (const [index, { at, values }] of fields.entries()) {
          const expected = [...aligned.at].map((time) => (at.includes(time) ? values[at.indexOf(time)] : Number.NaN))
          assert.deepEqual([...(aligned.columns[index] ?? [])], expected)
        }
      }),
    )
  })
})
