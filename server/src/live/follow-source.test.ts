import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DataId, SourceName } from '@fieldwatch/contract/ids'
import { createInProcessBus } from '#bus/bus.ts'
import type { RecordReader } from '#telemetry/record-reader.ts'
import type { Source } from '#telemetry/source-store.ts'
import { silentLog } from '#testing/test-database.ts'
import { followSource } from './follow-source.ts'
import { type Batch, createRecordFeed } from './record-feed.ts'
import type { SseConnection } from './sse-connection.ts'

const dataId = DataId.parse('tank-01')
const subject = SourceName.parse('level')

/** A reader who always keeps up. */
const connection: SseConnection = {
  closed: false,
  congested: false,
  ready: async () => undefined,
  send: () => undefined,
  beat: () => undefined,
  close: () => undefined,
}

/** Whoever follows from now on has nothing to read. */
const reader = {} as RecordReader

it('a commit of very many records is read from the store, batch by batch, and not written out at once', async () => {
  const bus = createInProcessBus(silentLog)
  const sent = Promise.withResolvers<Batch>()
  const follower = followSource(
    {
      feed: createRecordFeed(bus),
      reader: {
        readArrivals: async () => [{ at: 5_000, receivedAt: 6_000, fields: '{"level":71.4}' }],
      } as Partial<RecordReader> as RecordReader,
      findSource: async () => ({ dataId, name: subject, key: 1, types: { level: 'float' }, lastReceivedAt: 5_000 }),
    },
    {
      dataId,
      subject,
      start: { kind: 'now' },
      connection,
      emit: (batch) => batch.count > 0 && sent.resolve(batch),
      onError: (error) => sent.reject(error),
    },
  )
  await follower.start()

  bus.publish('records', {
    dataId,
    subject,
    receivedAt: 6_000,
    count: 100_000,
    get records(): never {
      throw new Error('they were written out')
    },
  })

  assert.equal(JSON.parse((await sent.promise).json)[0].level, 71.4)
})

describe('following a source from now on', () => {
  it('carries what arrives while the source is still being looked up', async () => {
    const bus = createInProcessBus(silentLog)
    const looked = Promise.withResolvers<Source>()
    const batches: Batch[] = []
    const follower = followSource(
      { feed: createRecordFeed(bus), reader, findSource: () => looked.promise },
      {
        dataId,
        subject,
        start: { kind: 'now' },
        connection,
        emit: (batch) => batches.push(batch),
        onError: (error) => assert.fail(String(error)),
      },
    )
    const started = follower.start()
    const record = { messageUTC: '2026-11-21T08:00:00.000Z', recieveUTC: '2026-11-21T08:00:00.000Z', level: 71.4 }

    bus.publish('records', { dataId, subject, receivedAt: 5_000, count: 1, records: [record] })
    looked.resolve({ dataId, name: subject, key: 1, types: { level: 'float' }, lastReceivedAt: 5_000 })
    await started

    assert.deepEqual(
      batches.map(({ json }) => JSON.parse(json)),
      [[], [record]],
    )
  })
})
