import { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { describe, expect, it, vi } from 'vitest'
import { createLiveConnection } from './live-connection.ts'
import type { FromWorker } from './live-messages.ts'
import type { StreamAnswer, StreamRequest } from './live-stream.ts'

const TANK = { dataId: DataId.parse('unit-1'), subject: SourceName.parse('tank') }

/** A server whose streams the test writes, and a clock that it turns. */
function buildConnection({ carriesOn = false } = {}) {
  const posted: FromWorker[] = []
  const requests: { request: StreamRequest; signal: AbortSignal; send: (text: string) => void; end: () => void }[] = []
  const timers = new Map<() => void, number>()
  const encoder = new TextEncoder()
  let now = 0
  let happened = Promise.withResolvers<void>()

  const connection = createLiveConnection({
    openStream: (request, signal) => {
      const answer = Promise.withResolvers<StreamAnswer>()
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => {
          requests.push({
            request,
            signal,
            send: (text) => controller.enqueue(encoder.encode(text)),
            end: () => controller.close(),
          })
        },
      })
      answer.resolve({ kind: 'open', body, carriesOn })
      return answer.promise
    },
    timers: {
      after: (ms, callback) => {
        timers.set(callback, now + ms)
        return () => timers.delete(callback)
      },
    },
    post: (message) => {
      posted.push(message)
      happened.resolve()
    },
  })

  return {
    connection,
    posted,
    request: (index: number) => requests.at(index) ?? expect.fail('no such request'),
    pass: (ms: number) => {
      now += ms
      for (const [callback, at] of new Map(timers)) {
        if (at > now) continue
        timers.delete(callback)
        callback()
      }
    },
    /** Waits until a message that fits was posted. */
    post: async (type: FromWorker['type']) => {
      for (;;) {
        const found = posted.find((message) => message.type === type)
        if (found !== undefined) return found
        happened = Promise.withResolvers()
        await happened.promise
      }
    },
  }
}

function added(cursor: string, level: number): string {
  const records = [{ messageUTC: '2026-01-01T00:00:00.000Z', recieveUTC: '2026-01-01T00:00:00.000Z', level }]
  return `event: added\ndata: ${JSON.stringify({ dataID: 'unit-1', subject: 'tank', cursor, records })}\n\n`
}

describe('the live connection', () => {
  it('posts news that come together in one message, before what comes after them', async () => {
    const { connection, posted, request, pass, post } = buildConnection()
    connection.receive({ type: 'watch', devices: 'viewing' })
    pass(100)
    connection.receive({ type: 'token', token: 't1' })
    const event = (name: string, dataID: string) => `event: ${name}\ndata: ${JSON.stringify({ dataID })}\n\n`
    request(0).send(
      event('modified', 'a') + event('modified', 'b') + event('removed', 'a') + event('modified', 'c') + added('1', 5),
    )
    await post('added')

    expect(posted.filter(({ type }) => type === 'news' || type === 'added')).toMatchObject([
      {
        type: 'news',
        news: [
          { name: 'modified', data: { dataID: 'a' } },
          { name: 'modified', data: { dataID: 'b' } },
          { name: 'removed', data: { dataID: 'a' } },
          { name: 'modified', data: { dataID: 'c' } },
        ],
      },
      { type: 'added' },
    ])
  })

  it('posts the records of its stream, however the bytes are cut', async () => {
    const { connection, posted, request, pass, post } = buildConnection()
    connection.receive({ type: 'follow', source: TANK })
    pass(100)
    connection.receive({ type: 'token', token: 't1' })
    await post('joined')

    const text = added('c1', 3.5)
    request(0).send(text.slice(0, 40))
    request(0).send(text.slice(40))
    await post('added')

    expect(request(0).request).toEqual({ type: 'connect', devices: undefined, sources: [TANK], token: 't1' })
    expect(posted.find((message) => message.type === 'added')).toMatchObject({
      source: TANK,
      records: [{ level: 3.5 }],
    })
  })

  it('says that what the page has read is outdated, when the server says so or does not carry on from there', async () => {
    for (const carriesOn of [true, false]) {
      const { connection, posted, request, pass, post } = buildConnection({ carriesOn })
      connection.receive({ type: 'watch', devices: 'viewing' })
      connection.receive({ type: 'read', asOf: '1.a' })
      pass(100)
      connection.receive({ type: 'token', token: 't1' })
      await post('joined')
      if (carriesOn) {
        expect(posted.filter(({ type }) => type === 'news')).toEqual([])
        request(0).send('event: outdated\ndata: {}\n\n')
      }
      await post('news')

      expect(request(0).request.since).toBe('1.a')
      expect(posted.filter(({ type }) => type === 'news')).toEqual([
        { type: 'news', news: [{ name: 'outdated', data: {} }] },
      ])
    }
  })

  it('continues at another server as soon as its own says that it stops', async () => {
    const { connection, posted, request, pass, post } = buildConnection()
    connection.receive({ type: 'follow', source: TANK })
    pass(100)
    connection.receive({ type: 'token', token: 't1' })
    await post('joined')

    request(0).send(`${added('c1', 3.5)}event: moved\ndata: {}\n\n`)
    request(0).end()
    await post('added')
    await vi.waitFor(() => expect(request(1).request.sources).toEqual([{ ...TANK, cursor: 'c1' }]))

    expect(posted).not.toContainEqual({ type: 'report', status: { kind: 'lost' } })
  })

  it('posts that the template of the watched unit has a newer version, that occurrences and alerts changed, and that a unit is gone', async () => {
    const { connection, posted, request, pass, post } = buildConnection()
    connection.receive({ type: 'watch', devices: 'unit-1' })
    pass(100)
    connection.receive({ type: 'token', token: 't1' })
    await post('joined')

    const events: [name: string, data: object][] = [
      ['template', { templateID: 'tank', version: 2 }],
      ['occurrences', { dataID: 'unit-1', name: 'Too_warm' }],
      ['alerts', { alertIDs: ['a1'] }],
      ['removed', { dataID: 'unit-1' }],
    ]
    for (const [name, data] of events) {
      request(0).send(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
      await vi.waitFor(() => expect(posted.at(-1)).toEqual({ type: 'news', news: [{ name, data }] }))
    }
  })

  it('resumes behind the last record after the stream broke off', async () => {
    const { connection, posted, request, pass, post } = buildConnection()
    connection.receive({ type: 'follow', source: TANK })
    pass(100)
    connection.receive({ type: 'token', token: 't1' })
    await post('joined')
    request(0).send(added('c7', 1))
    await post('loaded')
    posted.length = 0
    request(0).end()
    await post('report')
    pass(1000)

    expect(posted).toContainEqual({ type: 'report', status: { kind: 'lost' } })
    expect(request(1).request.sources).toEqual([{ ...TANK, cursor: 'c7' }])
  })

  it('hangs up on a stream that is silent for 45 s', async () => {
    const { connection, request, pass, post } = buildConnection()
    connection.receive({ type: 'follow', source: TANK })
    pass(100)
    connection.receive({ type: 'token', token: 't1' })
    await post('joined')
    pass(44_999)
    const before = request(0).signal.aborted
    pass(1)

    expect(before).toBe(false)
    expect(request(0).signal.aborted).toBe(true)
  })
})
