import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inEnglish } from '#platform/errors/domain-error.ts'
import { say } from '@fieldwatch/messages/server-sentences'
import { type MqttErrors, topics } from '@fieldwatch/contract/telemetry/ingest'
import type { MqttClient } from 'mqtt'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { openMqttListener } from './testing/open-mqtt-listener.ts'

const database = await createTestDatabase()
const { db, connect, overTcp, overWebSocket, records } = await openMqttListener(database)

const rejected = (unit: BuiltUnit) =>
  db
    .selectFrom('rejectedMessage')
    .select(['source', 'topic', 'code', 'message', 'payload'])
    .where('dataId', '=', unit.dataId)
    .orderBy('id')
    .execute()

async function followErrors(client: MqttClient, unit: BuiltUnit): Promise<() => Promise<MqttErrors>> {
  const received: MqttErrors[] = []
  let waiting: (() => void) | undefined
  client.on('message', (_topic, payload) => {
    received.push(JSON.parse(payload.toString()) as MqttErrors)
    waiting?.()
  })
  await client.subscribeAsync(topics.errors(unit.dataId), { qos: 1 })
  return async () => {
    for (let next = received.shift(); ; next = received.shift()) {
      if (next !== undefined) return next
      await new Promise<void>((resolve) => (waiting = resolve))
    }
  }
}

const KIB = 1024

for (const [name, url] of [
  ['TCP', overTcp],
  ['WebSocket', overWebSocket],
] as const) {
  describe(`a message over 64 KiB by ${name}`, () => {
    for (const [qos, bytes] of [
      [0, 300 * KIB],
      [1, 64 * KIB + 1],
      [1, 300 * KIB],
      [2, 300 * KIB],
      [1, 3000 * KIB],
    ] as const) {
      it(`of QoS ${qos} with ${bytes} bytes is passed over, answered and kept once, and those behind it are stored`, async () => {
        const unit = await buildUnit(db)
        const client = await connect(unit, { url })
        const nextErrors = await followErrors(client, unit)
        const topic = topics.data(unit.dataId, 'probe')

        await client.publishAsync(topic, `{"a":"${'x'.repeat(bytes - 8)}"}`, { qos })
        await client.publishAsync(topic, '{"a":1}', { qos: 1 })

        const code = 'record/too-large'
        const message = 'The message is longer than 64 KiB.'
        assert.deepEqual(await nextErrors(), { topic, refused: [{ source: 'probe', index: 0, code, message }] })
        assert.deepEqual(await rejected(unit), [
          {
            source: 'probe',
            topic,
            code,
            message: say('answers.ingest.message-size'),
            payload: `{"a":"${'x'.repeat(4090)}`,
          },
        ])
        assert.deepEqual(await records(unit), [{ name: 'probe', fields: { a: 1 } }])
        assert.equal(client.connected, true)
        await client.endAsync()
      })
    }
  })
}

describe('a refused message', () => {
  for (const [what, levels] of [
    ['a level too many', 1],
    ['a hundred levels too many', 100],
  ] as const) {
    it(`keeps its topic and the exact reason when that has ${what}`, async () => {
      const unit = await buildUnit(db)
      const client = await connect(unit)
      const nextErrors = await followErrors(client, unit)
      const topic = `${topics.data(unit.dataId, 'probe')}${'/raw'.repeat(levels)}`

      await client.publishAsync(topic, '21.5', { qos: 1 })
      await client.publishAsync(topics.data(unit.dataId, 'probe'), '{"a":1}', { qos: 1 })

      const code = 'record/topic-not-allowed'
      const message = 'The topic has more levels than units/{dataID}/data/{source}.'
      assert.deepEqual(await nextErrors(), { topic, refused: [{ source: '', index: 0, code, message }] })
      assert.deepEqual(await rejected(unit), [
        {
          source: null,
          topic,
          code,
          message: say('answers.ingest.topic-more', { pattern: 'units/{dataID}/data/{source}' }),
          payload: '21.5',
        },
      ])
      assert.equal((await records(unit)).length, 1)
      await client.endAsync()
    })
  }

  it('keeps the beginning of a very long topic', async () => {
    const unit = await buildUnit(db)
    const client = await connect(unit)
    const topic = `units/${'x'.repeat(60_000)}`

    await client.publishAsync(topic, '1', { qos: 1 })

    const [kept] = await rejected(unit)
    assert.equal(kept?.topic, topic.slice(0, 512))
    await client.endAsync()
  })

  it('is none when a bridge publishes its state', async () => {
    const unit = await buildUnit(db)
    const will = {
      topic: '$SYS/broker/connection/edge/state',
      payload: Buffer.from('0'),
      qos: 1,
      retain: true,
    } as const
    const client = await connect(unit, { will })
    const nextErrors = await followErrors(client, unit)

    await client.publishAsync(will.topic, '1', { qos: 1, retain: true })
    await client.publishAsync(topics.data(unit.dataId, 'probe'), 'null', { qos: 1 })

    assert.equal((await nextErrors()).topic, topics.data(unit.dataId, 'probe'))
    assert.deepEqual(
      (await rejected(unit)).map(({ code }) => code),
      ['record/not-an-object'],
    )
    await client.endAsync()
  })
})

describe('a message of very many records', () => {
  it('is stored in order with those before and after it', async () => {
    const unit = await buildUnit(db)
    const client = await connect(unit)
    const topic = topics.data(unit.dataId, 'probe')
    const many = `[${Array.from({ length: 9_000 }, (_, index) => index).join(',')}]`

    await Promise.all(['-1', many, '-2'].map((payload) => client.publishAsync(topic, payload, { qos: 1 })))
    await client.publishAsync(topic, '-3', { qos: 1 })

    const sources = await db.selectFrom('source').select('sourceKey').where('dataId', '=', unit.dataId).execute()
    const chunks = await db
      .selectFrom('recordChunk')
      .select('count')
      .where('sourceKey', '=', sources[0]?.sourceKey ?? 0)
      .execute()
    const inChunks = chunks.reduce((sum, { count }) => sum + count, 0)
    const rows = await records(unit)
    assert.equal(inChunks + rows.length, 9_003)
    assert.deepEqual(
      rows.map(({ fields }) => fields),
      [{ value: -1 }, { value: 8_999 }, { value: -2 }, { value: -3 }],
    )
    await client.endAsync()
  })

  it('is refused, and does not end the connection, when it has more values than a body may have', async () => {
    const unit = await buildUnit(db)
    const client = await connect(unit)
    const names = Array.from({ length: 2_600 }, (_, index) => ({ [`f${index}`]: 1 }))

    await client.publishAsync(topics.data(unit.dataId, 'probe'), JSON.stringify(names), { qos: 1 })

    const [kept] = await rejected(unit)
    assert.deepEqual([kept?.code, kept?.payload.slice(0, 8)], ['record/too-large', '[{"f0":1'])
    assert.match(inEnglish(kept?.message ?? ''), /4,000,000 values/)
    await client.endAsync()
  })
})

describe('a bare value', () => {
  it('is a record', async () => {
    const unit = await buildUnit(db)
    const client = await connect(unit)

    await client.publishAsync(topics.data(unit.dataId, 'probe'), '[21.5,"open",true]', { qos: 1 })

    assert.deepEqual(
      (await records(unit)).map(({ fields }) => fields),
      [{ value: 21.5 }, { value: 'open' }, { value: true }],
    )
    await client.endAsync()
  })
})
