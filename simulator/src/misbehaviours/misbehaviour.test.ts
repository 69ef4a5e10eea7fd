import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SimulatedRecord } from '../generator.ts'
import type { Link } from '../link.ts'
import { MINUTE } from '../signals/numbers.ts'
import { Misbehaviour, misbehave } from './misbehaviour.ts'

/** A link that remembers what came through. */
function createNotebook() {
  const records: SimulatedRecord[] = []
  const raw: { source: string; payload: string }[] = []
  const link: Link = {
    send: async (record) => void records.push(record),
    sendRaw: async (source, payload) => void raw.push({ source, payload }),
    close: async () => undefined,
  }
  return { records, raw, link, minutes: () => records.map(({ at }) => at / MINUTE) }
}

async function sendMinutes(link: Link, minutes: readonly number[]): Promise<void> {
  for (const minute of minutes) await link.send({ source: 'tank', at: minute * MINUTE, fields: { level: minute } })
}

describe('a unit with', () => {
  test('late-burst keeps its records during the outage and sends them at its end, in order', async () => {
    const notebook = createNotebook()
    const link = misbehave(notebook.link, [{ kind: 'late-burst', everyMinutes: 10, forMinutes: 3 }])
    await sendMinutes(link, [9, 10, 11, 12])
    assert.deepEqual(notebook.minutes(), [9])
    await sendMinutes(link, [13, 14])
    assert.deepEqual(notebook.minutes(), [9, 10, 11, 12, 13, 14])
  })

  test('silence loses what it measured in the meantime', async () => {
    const notebook = createNotebook()
    const link = misbehave(notebook.link, [{ kind: 'silence', everyMinutes: 10, forMinutes: 3 }])
    await sendMinutes(link, [9, 10, 11, 12, 13])
    assert.deepEqual(notebook.minutes(), [9, 13])
  })

  test('clock-skew is off by the same time in each record', async () => {
    const notebook = createNotebook()
    await sendMinutes(misbehave(notebook.link, [{ kind: 'clock-skew', seconds: -90 }]), [1, 2])
    assert.deepEqual(notebook.minutes(), [-0.5, 0.5])
  })

  test('duplicates sends some records twice', async () => {
    const notebook = createNotebook()
    await sendMinutes(misbehave(notebook.link, [{ kind: 'duplicates', every: 2 }]), [1, 2, 3, 4])
    assert.deepEqual(notebook.minutes(), [1, 2, 2, 3, 4, 4])
  })

  test('malformed-payloads breaks some messages, each time in another manner', async () => {
    const notebook = createNotebook()
    await sendMinutes(misbehave(notebook.link, [{ kind: 'malformed-payloads', every: 2 }]), [1, 2, 3, 4, 5, 6, 7, 8])
    assert.deepEqual(notebook.minutes(), [1, 3, 5, 7])
    assert.deepEqual(notebook.raw, [
      { source: 'tank', payload: '{"messageUTC":"1970-01-01T' },
      { source: 'tank', payload: '{messageUTC:1970-01-01T00:04:00.000Z,level:4}' },
      { source: 'tank', payload: '{"messageUTC":"yesterday","level":6}' },
      { source: 'tank', payload: '{"messageUTC":"2999-01-01T00:08:00.000Z","level":8}' },
    ])
  })

  test('several misbehaviours has all of them, the first nearest to the unit', async () => {
    const notebook = createNotebook()
    const link = misbehave(notebook.link, [
      { kind: 'clock-skew', seconds: 60 },
      { kind: 'duplicates', every: 1 },
    ])
    await sendMinutes(link, [1])
    assert.deepEqual(notebook.minutes(), [2, 2])
  })
})

test('A misbehaviour that is not known is refused', () => {
  assert.equal(Misbehaviour.safeParse({ kind: 'sulking' }).success, false)
  assert.equal(Misbehaviour.safeParse({ kind: 'duplicates', every: 0 }).success, false)
})
