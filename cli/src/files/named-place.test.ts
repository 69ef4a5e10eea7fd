import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseNamedPlace, withPlaceId, withPlaceName } from './named-place.ts'

it('a condition on a place by its name is that by its number, and back', () => {
  for (const how of ['in', 'outside', 'left parked (ignition)']) {
    const named = `location ${how} place North place 2`
    assert.equal(
      withPlaceId(named, (name) => (name === 'North place 2' ? 12 : undefined)),
      `location ${how} place 12`,
    )
    assert.equal(
      withPlaceName(`location ${how} place 12`, () => 'North place 2'),
      named,
    )
  }
  assert.equal(parseNamedPlace('location beside place Depot'), undefined)
  assert.equal(parseNamedPlace('location in group Depots'), undefined)
  assert.equal(
    withPlaceId('location in place Nowhere', () => undefined),
    undefined,
  )
})
