import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import { createConfiguredPressure } from './configured/configured-pressure.ts'
import { Answering, createRequestAnswering } from './unit-requests.ts'

function createUnit(answering: Partial<Answering> = {}) {
  const waits: number[] = []
  const leaves: number[] = []
  const intervals: number[] = []
  const configured = createConfiguredPressure({ seed: 1, position: { lat: 0, lon: 0 } })
  const answer = createRequestAnswering({
    answering: Answering.parse(answering),
    configured,
    body: {
      wait: async (seconds) => void waits.push(seconds),
      leave: (seconds) => leaves.push(seconds),
      setInterval: (seconds) => intervals.push(seconds),
      now: () => 0,
    },
  })
  let id = 0
  const ask = (actionClass: string, payload: ActionMessage['payload'], action_id = (id += 1)) =>
    answer({ action_id, actionClass, method: 'POST', action: 'Any', payload })
  return { ask, configured, waits, leaves, intervals }
}

describe('a simulated unit', () => {
  test('answers Read with its configuration, and Update with the one that it has then', async () => {
    const { ask, configured } = createUnit()
    const sensor = { serial_number: 'TD1042', offset: 2, update_frequency: 10, report_interval: 60 }

    const read = await ask('Tdwlb', 'ListConfigInfo')
    const before = configured.read()
    const updated = await ask('Tdwlb', { UpdateConfig: { serial_number_list: [sensor] } })

    assert.deepEqual([read.answer.status, read.answer.payload], ['OK', before])
    assert.deepEqual([updated.answer.status, updated.answer.payload], ['OK', { serial_number_list: [sensor] }])
  })

  test('answers a request that comes twice as before, and does it once', async () => {
    const { ask, leaves } = createUnit()
    const first = await ask('Unit', 'Reboot', 7)
    first.afterwards()

    const again = await ask('Unit', 'Reboot', 7)
    again.afterwards()

    assert.deepEqual(again.answer, first.answer)
    assert.equal(leaves.length, 1)
  })

  test('reports at the requested interval, and refuses invalid ones', async () => {
    const { ask, intervals } = createUnit()

    const taken = await ask('Unit', { SetReportInterval: 30 })
    const refused = [
      await ask('Unit', { SetReportInterval: 0 }),
      await ask('Unit', 'Dance'),
      await ask('Xetasense', 'ListConfigInfo'),
      await ask('Tdwlb', 'Dance'),
    ]

    assert.deepEqual([taken.answer.status, intervals], ['OK', [30]])
    assert.deepEqual(
      refused.map(({ answer }) => answer.status),
      ['INVALID', 'UNKNOWN_ACTION', 'UNSUPPORTED', 'UNKNOWN_ACTION'],
    )
  })

  test('is slow, away or refusing as often as configured', async () => {
    const { ask, waits, leaves } = createUnit({
      seconds: 1,
      slowEvery: 2,
      slowSeconds: 9,
      refuseEvery: 2,
      awayEvery: 3,
    })

    const statuses = []
    for (let count = 0; count < 4; count += 1) {
      const { answer } = await ask('Tdwlb', { UpdateConfig: { serial_number_list: [] } })
      statuses.push(answer.status)
    }

    assert.deepEqual(statuses, ['OK', 'BUSY', 'OK', 'BUSY'])
    assert.deepEqual(waits, [1, 9, 1, 9])
    assert.deepEqual(leaves, [15])
  })
})
