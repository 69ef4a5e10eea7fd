import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inEnglish } from '#platform/errors/domain-error.ts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { readTopic } from './mqtt-publishes.ts'

const read = (topic: string) => readTopic(topic, { dataId: 'tank-01' as DataId })

describe('the topic of a message', () => {
  it('names a source of the unit, whatever the name', () => {
    assert.deepEqual(read('units/tank-01/data/level'), { kind: 'source', source: 'level' })
    assert.deepEqual(read('units/tank-01/data/'), { kind: 'source', source: '' })
  })

  for (const [topic, source, reason] of [
    ['units/tank-01/data/level/raw', '', 'The topic has more levels than units/{dataID}/data/{source}.'],
    ['units/tank-01/data', '', 'The topic has fewer levels than units/{dataID}/data/{source}.'],
    ['units/tank-01/actions', '', 'Publish records to units/{dataID}/data/{source}; nothing else can be published.'],
    ['units/tank-01', '', 'Publish records to units/{dataID}/data/{source}; nothing else can be published.'],
    [
      'units/tank-02/data/level',
      'level',
      'A unit may only use its own topics, units/{dataID}/data/{source} for records.',
    ],
    ['zigbee/kitchen', '', 'A unit may only use its own topics, units/{dataID}/data/{source} for records.'],
    ['$SYS/broker/uptime', '', 'A unit may only use its own topics, units/{dataID}/data/{source} for records.'],
  ] as const) {
    it(`is refused with its reason when it is ${topic}`, () => {
      const found = read(topic)
      assert.deepEqual(found, { kind: 'refused', source, reason: 'reason' in found ? found.reason : '' })
      assert.equal('reason' in found ? inEnglish(found.reason) : '', reason)
    })
  }

  it('is ignored when a bridge publishes its state there', () => {
    assert.deepEqual(read('$SYS/broker/connection/edge.portal/state'), { kind: 'ignored' })
    assert.deepEqual(read('$SYS/broker/connection/edge/one/state'), { kind: 'ignored' })
  })
})
