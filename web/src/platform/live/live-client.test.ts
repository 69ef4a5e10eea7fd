import { AlertId, DataId, SourceName, TemplateId } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { createLiveClient } from './live-client.ts'
import type { FromWorker, ToWorker } from './live-messages.ts'

const TANK = { dataId: DataId.parse('unit-1'), subject: SourceName.parse('tank') }
const RECORD = { messageUTC: '2026-01-01T00:00:00.000Z', recieveUTC: '2026-01-01T00:00:00.000Z', level: 1 }

function buildClient() {
  const heard: ToWorker[] = []
  const listeners: ((message: FromWorker) => void)[] = []
  let terminated = 0
  let late: (() => void) | undefined
  const waits: number[] = []
  const client = createLiveClient({
    startWorker: () => ({
      post: (message) => heard.push(message),
      onMessage: (listener) => listeners.push(listener),
      terminate: () => {
        terminated += 1
      },
    }),
    token: async (refused) => (refused === undefined ? 't1' : 't2'),
    after: (ms, callback) => {
      waits.push(ms)
      late = callback
      return () => {
        late = undefined
      }
    },
  })
  return {
    client,
    heard,
    say: (message: FromWorker) => {
      for (const listener of listeners) listener(message)
    },
    terminated: () => terminated,
    waits,
    passTerminationTimeout: () => late?.(),
  }
}

describe('the live client', () => {
  it('gives records to all who follow the source, until they leave', () => {
    const { client, say } = buildClient()
    const first: unknown[] = []
    const second: unknown[] = []
    const leave = client.subscribeRecords(TANK, { onRecords: (records) => first.push(...records) })
    client.subscribeRecords(TANK, { onRecords: (records) => second.push(...records) })

    say({ type: 'added', source: TANK, records: [RECORD] })
    leave()
    say({ type: 'added', source: TANK, records: [RECORD] })

    expect(first).toEqual([RECORD])
    expect(second).toEqual([RECORD, RECORD])
  })

  it('lets go of a source with its last listener', () => {
    const { client, heard } = buildClient()
    const first = client.subscribeRecords(TANK, { onRecords: () => undefined })
    const second = client.subscribeRecords(TANK, { onRecords: () => undefined })

    first()
    const before = [...heard]
    second()

    expect(before.some(({ type }) => type === 'unfollow')).toBe(false)
    expect(heard.at(-1)).toEqual({ type: 'unfollow', source: TANK })
  })

  it('notifies those who watch a unit that its template has a newer version', () => {
    const { client, say } = buildClient()
    const received: unknown[] = []
    const template = { templateID: TemplateId.parse('tank'), version: 2 }
    client.watchDocuments('unit-1', () => ({ template: (next) => received.push(next) }))

    say({ type: 'news', news: [{ name: 'template', data: template }] })

    expect(received).toEqual([template])
  })

  it('notifies those who watch a unit that occurrences of an event table changed', () => {
    const { client, say } = buildClient()
    const received: unknown[] = []
    client.watchDocuments('tank-1', () => ({ occurrences: (table) => received.push(table) }))
    const table = { dataID: DataId.parse('tank-1'), name: 'Too_warm' }
    say({ type: 'news', news: [{ name: 'occurrences', data: table }] })

    expect(received).toEqual([table])
  })

  it('notifies those who watch units which alerts changed', () => {
    const { client, say } = buildClient()
    const received: unknown[] = []
    client.watchDocuments('viewing', () => ({ alerts: ({ alertIDs }) => received.push(alertIDs) }))

    say({ type: 'news', news: [{ name: 'alerts', data: { alertIDs: [AlertId.parse('a1')] } }] })

    expect(received).toEqual([['a1']])
  })

  it('notifies those who watch units that one of them is gone', () => {
    const { client, say } = buildClient()
    let received = 0
    client.watchDocuments('viewing', () => ({ removed: () => (received += 1) }))

    say({ type: 'news', news: [{ name: 'removed', data: { dataID: TANK.dataId } }] })

    expect(received).toBe(1)
  })

  it('answers the question for a token', async () => {
    const { client, heard, say } = buildClient()
    client.watchDocuments('viewing', () => ({}))

    say({ type: 'need-token', refused: 't1' })
    await Promise.resolve()

    expect(heard.at(-1)).toEqual({ type: 'token', token: 't2' })
  })

  it('notifies those who watch documents when the stream opened, and when it opened again', () => {
    const { client, say } = buildClient()
    const received: string[] = []
    client.watchDocuments('viewing', () => ({
      opened: ({ again }) => received.push(again ? 'reopened' : 'opened'),
    }))

    say({ type: 'report', status: { kind: 'open' } })
    say({ type: 'report', status: { kind: 'lost' } })
    say({ type: 'report', status: { kind: 'open' } })

    expect(received).toEqual(['opened', 'reopened'])
  })

  // spec 1-9-25
  it('ends its worker once that has hung up, or after 5 s', () => {
    const quick = buildClient()
    quick.client.watchDocuments('viewing', () => ({}))
    quick.client.close()
    quick.say({ type: 'stopped' })
    const slow = buildClient()
    slow.client.watchDocuments('viewing', () => ({}))
    slow.client.close()
    const before = slow.terminated()
    slow.passTerminationTimeout()

    expect(quick.terminated()).toBe(1)
    expect(slow.waits).toEqual([5000])
    expect(before).toBe(0)
    expect(slow.terminated()).toBe(1)
  })
})
