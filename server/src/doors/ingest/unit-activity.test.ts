import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createUnitActivity, type Position, positionOf } from './unit-activity.ts'

const TANK = 'tank' as DataId

const update = (activeAt: number, position?: Position, door?: Door) => ({
  dataId: TANK,
  activeAt,
  source: 'probe',
  position,
  door,
})

describe('activity of a unit', () => {
  it('is due at once, then once a second', () => {
    const activity = createUnitActivity()
    activity.note(update(1))

    const first = activity.due(1000)
    activity.written(first, 1000)
    activity.note(update(2))

    assert.equal(first.length, 1)
    assert.deepEqual(activity.due(1999), [])
    assert.deepEqual(activity.due(2000), [update(2)])
  })

  it('stays due until it is written, and newer activity is not lost with it', () => {
    const activity = createUnitActivity()
    activity.note(update(1))
    const writing = activity.due(1000)
    activity.note(update(2))

    activity.written(writing, 1000)

    assert.deepEqual(activity.all(), [update(2)])
  })

  it('keeps the newest position, whatever comes with or after it', () => {
    const activity = createUnitActivity()
    const newest = { at: 20, lat: 2, lon: 2 }
    activity.note(update(1, newest))
    activity.note(update(2, { at: 10, lat: 1, lon: 1 }))
    activity.note(update(3))

    assert.deepEqual(activity.all(), [update(3, newest)])
  })

  it('keeps the door that was used last', () => {
    const activity = createUnitActivity()
    activity.note(update(1, undefined, 'mqtt'))
    activity.note(update(2, undefined, 'influx'))
    activity.note(update(3))

    assert.deepEqual(activity.all(), [update(3, undefined, 'influx')])
  })
})

describe('the position of a record', () => {
  it('needs numbers on the globe', () => {
    assert.deepEqual(positionOf({ lat: -90, lon: 180 }, 5), { at: 5, lat: -90, lon: 180 })
    for (const fields of [{}, { lat: 1 }, { lat: '1', lon: 1 }, { lat: 90.1, lon: 0 }, { lat: 0, lon: -180.1 }]) {
      assert.equal(positionOf(fields, 5), undefined)
    }
  })
})
