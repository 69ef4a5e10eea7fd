import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DataId } from '@fieldwatch/contract/api/ids'
import { silentLog } from '#testing/test-database.ts'
import { createInProcessBus } from './bus.ts'

const dataId = DataId.parse('tank-01')

describe('the bus within a process', () => {
  it('calls every listener of a kind, until it stops listening', () => {
    const bus = createInProcessBus(silentLog)
    const heard: string[] = []
    bus.subscribe('unit-changed', () => heard.push('first'))
    const stop = bus.subscribe('unit-changed', () => heard.push('second'))

    bus.publish('unit-changed', { dataId })
    stop()
    bus.publish('unit-changed', { dataId })

    assert.deepEqual(heard, ['first', 'second', 'first'])
  })

  it('still calls the other listeners when one fails', () => {
    const bus = createInProcessBus(silentLog)
    const heard: string[] = []
    bus.subscribe('unit-changed', () => {
      throw new Error('broken')
    })
    bus.subscribe('unit-changed', (event) => heard.push(event.dataId))

    bus.publish('unit-changed', { dataId })

    assert.deepEqual(heard, ['tank-01'])
  })
})
