import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { comparisonOf, parseComparison } from '../calculations/conditions.ts'
import {
  fieldOfJourney,
  journeyComparisonOf,
  journeyOfField,
  parseJourneyComparison,
  SPEED_UNITS,
  STANDARD_TRIP_SETTINGS,
  type TripSettings,
} from './trip-conditions.ts'

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,10}$/)
const settings: fc.Arbitrary<TripSettings> = fc.record(
  {
    least: fc.integer({ min: 50, max: 100_000 }),
    stop: fc.integer({ min: 1, max: 1_440 }),
    speed: fc.option(fc.record({ field: name, unit: fc.constantFrom(...SPEED_UNITS) }, { noNullPrototype: true }), {
      nil: undefined,
    }),
    ignition: fc.option(fc.record({ source: name, field: name }, { noNullPrototype: true }), { nil: undefined }),
  },
  { noNullPrototype: true },
)

describe('a condition on trips', () => {
  it('is a text that reads back as the same condition, and so is its field', () => {
    fc.assert(
      fc.property(name, fc.constantFrom('trips', 'stops'), settings, (source, kind, chosen) => {
        const condition = { source, kind, settings: chosen } as const
        assert.deepEqual(parseJourneyComparison(journeyComparisonOf(condition)), condition)
        assert.deepEqual(journeyOfField(fieldOfJourney(condition)), { kind, settings: chosen })
        const parsed = parseComparison(journeyComparisonOf(condition))
        assert.ok(parsed.condition)
        assert.equal(comparisonOf(parsed.condition), journeyComparisonOf(condition))
      }),
    )
  })

  it('has good settings when it names none', () => {
    assert.deepEqual(parseJourneyComparison('location trips')?.settings, STANDARD_TRIP_SETTINGS)
    assert.equal(fieldOfJourney({ kind: 'stops', settings: STANDARD_TRIP_SETTINGS }), 'stops:')
  })

  it('says what is wrong with options', () => {
    for (const text of [
      'location trips (least 5 m)',
      'location trips (stop 0 min)',
      'location trips (stop 5 h)',
      'location trips (speed speed furlongs)',
      'location trips (ignition key)',
      'location trips (least 200 m',
      'location stops (,)',
    ])
      assert.equal(parseComparison(text).problem, 'fields.condition.trips', text)
  })
})
