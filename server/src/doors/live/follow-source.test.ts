import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { DataId, SourceName, type UserId } from '@fieldwatch/contract/api/ids'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { CONNECTIONS } from '#platform/database/database.ts'
import { createReadGate } from '#platform/http/read-gate.ts'
import type { RecordReader, StoredRecord } from '#records/store/record-reader.ts'
import type { Source, SourceStore } from '#records/store/source-store.ts'
import { silentLog } from '#testing/test-database.ts'
import { followSource, REPLAYS } from './follow-source.ts'
import { type Batch, createRecordFeed } from './record-feed.ts'
import type { SseConnection } from './sse-connection.ts'

const dataId = DataId.parse('tank-01')
const subject = SourceName.parse('level')
const ANNA = 'anna' as UserId
const BEN = 'ben' as UserId

/** A reader who always keeps up. */
const connection: SseConnection = {
  closed: false,
  gone: new AbortController().signal,
  congested: false,
  ready: async () => undefined,
  send: () => undefined,
  beat: () => undefined,
  close: () => undefined,
}

/** A follower that begins now has nothing to read. */
const reader = {} as RecordReader

const noSources: Pick<SourceStore, 'listLastReceived'> = { listLastReceived: async () => [] }

interface StoredCommit {
  receivedAt: number
  level: number
}

function lastOf(commits: readonly StoredCommit[]): number {
  return Math.max(0, ...commits.map(({ receivedAt }) => receivedAt))
}

/** A follower from now on, of a source whose store is a list of commits of one record each. */
async function follow(commits: StoredCommit[]) {
  const bus = createInProcessBus(silentLog)
  const sent: number[] = []
  let waiting: { count: number; resolve: () => void } | undefined
  const store = {
    readArrivals: async (_key: number, { receivedAfter }: { receivedAfter: number }) =>
      commits
        .filter(({ receivedAt }) => receivedAt > receivedAfter)
        .map(({ receivedAt, level }) => ({ at: receivedAt, receivedAt, fields: JSON.stringify({ level }) })),
  }
  const follower = followSource(
    {
      feed: createRecordFeed({
        bus,
        sources: { listLastReceived: async () => [{ dataId, name: subject, lastReceivedAt: lastOf(commits) }] },
        log: silentLog,
      }),
      reader: store as Partial<RecordReader> as RecordReader,
      findSource: async () => ({
        dataId,
        name: subject,
        key: 1,
        types: { level: 'float' },
        lastReceivedAt: lastOf(commits),
      }),
      gate: createReadGate(REPLAYS),
    },
    {
      dataId,
      subject,
      start: { kind: 'now' },
      connection,
      person: ANNA,
      emit: ({ json }) => {
        sent.push(...(JSON.parse(json) as { level: number }[]).map(({ level }) => level))
        if (waiting !== undefined && sent.length >= waiting.count) waiting.resolve()
      },
      onError: (error) => assert.fail(String(error)),
    },
  )
  await follower.start()
  return {
    sent,
    untilSent: (count: number) =>
      new Promise<void>((resolve) => {
        waiting = { count, resolve }
        if (sent.length >= count) resolve()
      }),
    /** Stores a commit without a word. */
    store: (commit: StoredCommit) => commits.push(commit),
    /** Tells that something of other servers was lost. */
    miss: () => bus.publish('messages-missed', {}),
    notify: ({ receivedAt, level }: StoredCommit, previousReceivedAt: number, isLarge = false) =>
      bus.publish('records', {
        dataId,
        source: subject,
        previousReceivedAt,
        receivedAt,
        count: isLarge ? 100_000 : 1,
        ...(isLarge ? {} : { records: [{ at: receivedAt, fields: JSON.stringify({ level }) }] }),
      }),
  }
}

describe('following a source', () => {
  const [first, second, third] = [1, 2, 3].map((level) => ({ receivedAt: level * 1_000, level })) as [
    StoredCommit,
    StoredCommit,
    StoredCommit,
  ]

  it('reads from the store what the bus announced without records', async () => {
    const { store, notify, sent, untilSent } = await follow([])
    store(first)
    notify(first, 0, true)
    await untilSent(1)
    assert.deepEqual(sent, [1])
  })

  it('reads from the store what the bus never announced', async () => {
    const { store, notify, sent, untilSent } = await follow([first])
    store(second)
    store(third)
    notify(third, 2_000)
    await untilSent(2)
    assert.deepEqual(sent, [2, 3])
  })

  it('reads what was never announced as soon as it knows that messages were missed, and sends nothing twice', async () => {
    const { store, notify, miss, sent, untilSent } = await follow([first])
    store(second)
    miss()
    await untilSent(1)
    notify(second, 1_000)
    store(third)
    notify(third, 2_000)
    await untilSent(2)
    assert.deepEqual(sent, [2, 3])
  })

  it('sends everything once and in order, when the bus announces it swapped and twice', async () => {
    const { store, notify, sent, untilSent } = await follow([first])
    store(second)
    store(third)
    notify(third, 2_000)
    notify(second, 1_000)
    notify(third, 2_000)
    await untilSent(2)
    notify(second, 1_000)
    const fourth = { receivedAt: 4_000, level: 4 }
    store(fourth)
    notify(fourth, 3_000)
    await untilSent(3)
    assert.deepEqual(sent, [2, 3, 4])
  })
})

describe('following a source from now on', () => {
  it('carries what arrives while the source is still being looked up', async () => {
    const bus = createInProcessBus(silentLog)
    const looked = Promise.withResolvers<Source>()
    const batches: Batch[] = []
    const follower = followSource(
      {
        feed: createRecordFeed({ bus, sources: noSources, log: silentLog }),
        reader,
        findSource: () => looked.promise,
        gate: createReadGate(REPLAYS),
      },
      {
        dataId,
        subject,
        start: { kind: 'now' },
        connection,
        person: ANNA,
        emit: (batch) => batches.push(batch),
        onError: (error) => assert.fail(String(error)),
      },
    )
    const started = follower.start()
    const record = { messageUTC: '2026-11-21T08:00:00.000Z', recieveUTC: '1970-01-01T00:00:05.000Z', level: 71.4 }
    const records = [{ at: Date.parse(record.messageUTC), fields: '{"level":71.4}' }]

    bus.publish('records', { dataId, source: subject, previousReceivedAt: 0, receivedAt: 5_000, count: 1, records })
    looked.resolve({ dataId, name: subject, key: 1, types: { level: 'float' }, lastReceivedAt: 5_000 })
    await started

    assert.deepEqual(
      batches.map(({ json }) => JSON.parse(json)),
      [[], [record]],
    )
  })
})

describe('replays of many streams', () => {
  const bus = createInProcessBus(silentLog)
  const source = { dataId, name: subject, types: { level: 'float' as const }, lastReceivedAt: 5_000 }

  /** Readings wait until the test lets them go; those of a source have its key. */
  function createHeldReader() {
    const held: { key: number; release: (records: StoredRecord[]) => void }[] = []
    const readArrivedBy = (key: number) =>
      new Promise<StoredRecord[]>((resolve) => {
        held.push({ key, release: resolve })
      })
    const keys = (): number[] => held.map(({ key }) => key)
    return {
      held,
      keys,
      reader: { readArrivedBy, readArrivals: async () => [] } as Partial<RecordReader> as RecordReader,
    }
  }

  function createOpening(reading: RecordReader) {
    const gate = createReadGate(REPLAYS)
    return (person: UserId, key: number, to: SseConnection = connection) => {
      const parts = {
        feed: createRecordFeed({ bus, sources: noSources, log: silentLog }),
        reader: reading,
        findSource: async () => ({ ...source, key }),
        gate,
      }
      const batches: Batch[] = []
      const start = { kind: 'since', from: 0 } as const
      const emit = (batch: Batch): void => void batches.push(batch)
      const onError = (error: unknown): void => assert.fail(String(error))
      void followSource(parts, { dataId, subject, start, connection: to, person, emit, onError }).start()
      return batches
    }
  }

  it('of one person read two at a time, and do not hold up another person', async () => {
    const { held, keys, reader: reading } = createHeldReader()
    const open = createOpening(reading)
    const annas = Array.from({ length: 64 }, () => open(ANNA, 1))
    await setImmediate()
    assert.deepEqual(keys(), [1, 1])

    const bens = open(BEN, 2)
    await setImmediate()
    assert.deepEqual(keys(), [1, 1, 2])
    held[2]?.release([])
    await setImmediate()

    assert.equal(bens.length, 1)
    assert.equal(annas.flat().length, 0)
    for (let next = 0; next < held.length; next += 1) {
      held[next]?.release([])
      await setImmediate()
    }
    assert.deepEqual(
      annas.map(({ length }) => length),
      annas.map(() => 1),
    )
  })

  it('of many people leave connections to those who wait for a page', async () => {
    const { keys, reader: reading } = createHeldReader()
    const open = createOpening(reading)

    for (let person = 0; person < 20; person += 1) open(`person-${person}` as UserId, person)
    await setImmediate()

    assert.ok(REPLAYS.overall < CONNECTIONS / 4)
    assert.deepEqual(keys(), [0, 1, 2, 3])
  })

  it('of a reader who has gone wait no longer, and are no failure', async () => {
    const { held, keys, reader: reading } = createHeldReader()
    const open = createOpening(reading)
    const gone = new AbortController()
    let closed = false
    const leaving: SseConnection = {
      ...connection,
      gone: gone.signal,
      get closed() {
        return closed
      },
    }
    open(ANNA, 1)
    open(ANNA, 1)
    await setImmediate()
    open(ANNA, 2, leaving)
    open(ANNA, 3)
    await setImmediate()

    closed = true
    gone.abort()
    held[0]?.release([])
    await setImmediate()

    assert.deepEqual(keys(), [1, 1, 3])
  })
})
