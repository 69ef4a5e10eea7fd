import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { silentLog } from '#testing/test-database.ts'
import { createRecentChanges, KEPT_MS, KEPT_UNITS } from './recent-changes.ts'

const [one, two] = ['one', 'two'] as DataId[] as [DataId, DataId]
const [north, south] = ['north', 'south'] as EntityId[] as [EntityId, EntityId]

function begin() {
  let time = 1_000
  const bus = createInProcessBus(silentLog)
  const recent = createRecentChanges({ bus, now: () => time })
  return {
    bus,
    recent,
    pass: (ms: number) => {
      time += ms
    },
    now: () => time,
  }
}

describe('recent changes of units', () => {
  it('are those that were published since a moment, this moment included', () => {
    const { bus, recent, pass, now } = begin()
    bus.publish('unit-changed', { dataId: one })
    pass(10)
    const moment = now()
    bus.publish('unit-changed', { dataId: two })

    assert.deepEqual([...(recent.since(moment)?.keys() ?? [])], [two])
    assert.deepEqual([...(recent.since(1_000)?.keys() ?? [])], [one, two])
    assert.deepEqual(recent.since(now() + 1)?.size, 0)
  })

  it('know every entity that a unit left, whatever changed of it later', () => {
    const { bus, recent } = begin()
    bus.publish('unit-changed', { dataId: one, left: [north] })
    bus.publish('unit-changed', { dataId: one })
    bus.publish('unit-changed', { dataId: one, left: [south] })

    assert.deepEqual(recent.since(1_000)?.get(one), [north, south])
  })

  it('are not known from before the server was there, nor from before something was missed', () => {
    const { bus, recent, pass, now } = begin()
    assert.equal(recent.since(999), undefined)
    bus.publish('unit-changed', { dataId: one })
    pass(10)
    bus.publish('messages-missed', {})

    assert.equal(recent.since(now() - 1), undefined)
    assert.equal(recent.since(now())?.size, 0)
  })

  it('are kept for a minute', () => {
    const { bus, recent, pass, now } = begin()
    bus.publish('unit-changed', { dataId: one })
    pass(KEPT_MS)
    assert.deepEqual([...(recent.since(now() - KEPT_MS)?.keys() ?? [])], [one])

    pass(1)

    assert.equal(recent.since(now() - KEPT_MS - 1), undefined)
    assert.equal(recent.since(now() - KEPT_MS)?.size, 0)
  })

  it('are those of so many units at the most, the latest ones', () => {
    const { bus, recent, pass, now } = begin()
    const began = now()
    for (let n = 0; n <= KEPT_UNITS; n += 1) {
      bus.publish('unit-changed', { dataId: `unit-${n}` as DataId })
      pass(1)
    }

    assert.equal(recent.since(began), undefined)
    assert.equal(recent.since(began + 1)?.size, KEPT_UNITS)
  })
})
