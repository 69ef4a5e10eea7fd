import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LONGEST_WAIT_SECONDS, pollActions } from '@fieldwatch/contract/actions/action-messages'
import { postAction } from '@fieldwatch/contract/actions/actions'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { FIRST_CURSOR } from '@fieldwatch/contract/api/live-addresses'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { administerUnit, rotateUnitToken } from '@fieldwatch/contract/units/units'
import { updateUsers } from '@fieldwatch/contract/people/users'
import mqtt, { type MqttClient } from 'mqtt'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import type { EventReader } from '#testing/read-events.ts'
import {
  type Address,
  ask,
  sendTo,
  signInAt,
  startServerProcess,
  startTestServer,
  streamOf,
} from '#testing/running-server.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { db } = database
const one = await startTestServer(database)
const other = await startTestServer(database)

const entity = await buildEntity(db)
const admin = await buildUser(db, { entityId: entity, role: 'admin' })
const token = await signInAt(one, admin.email)
const ownUnit = (): Promise<BuiltUnit> => buildUnit(db, { entity })

const record = (number: number) => ({
  messageUTC: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
  number,
})

/** Opens the stream of a source, behind its replay. */
async function follow(server: Address, { dataId }: BuiltUnit): Promise<EventReader> {
  const reader = await streamOf(server, `stream/live?data=${dataId}/count`, token)
  assert.equal(reader.status, 200)
  await reader.next()
  return reader
}

/** The numbers that the stream sends, up to `last`. */
const numbersUpTo = (reader: EventReader, last: number): Promise<unknown[]> => fieldUpTo(reader, 'number', last)

/** What is computed, as far as the stream sends it, up to `last`. */
const valuesUpTo = (reader: EventReader, last: number): Promise<unknown[]> => fieldUpTo(reader, 'value', last)

async function fieldUpTo(reader: EventReader, field: string, last: number): Promise<unknown[]> {
  const values: unknown[] = []
  while (values.at(-1) !== last) {
    const event = await reader.next()
    assert.ok(event !== undefined, `the stream ended after ${values.join()}`)
    const { records = [] } = event.data as { records?: Record<string, unknown>[] }
    values.push(...records.map((added) => added[field]))
  }
  return values
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

async function connect(server: Address, unit: BuiltUnit, clientId: string): Promise<MqttClient> {
  const login = { username: unit.dataId, password: unit.token, clientId, reconnectPeriod: 0 }
  const client = await mqtt.connectAsync(server.mqttUrl, login, false)
  client.on('error', () => undefined)
  database.defer(async () => void client.end(true))
  return client
}

/** A minute long, and longer than the test waits: without a word of the request the answer comes too late. */
const WAITS = `wait=${LONGEST_WAIT_SECONDS}`
const TOO_LATE_MS = 20_000

/** Asks for the requests of a unit by HTTP, and waits for one; resolves to their ids. */
async function pollAt({ url }: Address, unit: BuiltUnit): Promise<number[]> {
  const response = await fetch(`${url}/api/v1/ingest/${unit.dataId}/actions?${WAITS}`, {
    headers: { authorization: unit.bearer },
    signal: AbortSignal.timeout(TOO_LATE_MS),
  })
  const { details } = pollActions.reply.parse(await response.json())
  return details.requests.map((request) => request.action_id)
}

const closed = (client: MqttClient): Promise<void> => new Promise((resolve) => client.once('close', () => resolve()))

/** Ends the connections that carry messages between servers; each server makes a new one. */
async function breakBus(): Promise<void> {
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'fieldwatch-bus' and datname = current_database()`,
  )
}

describe('a stream at one server of two', () => {
  it('has what came to each, once and in order', async () => {
    const unit = await ownUnit()
    const readers = [await follow(one, unit), await follow(other, unit)]

    for (const number of upTo(20)) await sendTo(number % 2 === 0 ? one : other, unit, 'count', record(number))

    for (const reader of readers) assert.deepEqual(await numbersUpTo(reader, 20), upTo(20))
    for (const reader of readers) reader.close()
  })

  it('has what came to the other one while servers did not hear of each other, without more to come', async () => {
    const unit = await ownUnit()
    const reader = await follow(other, unit)
    await sendTo(one, unit, 'count', record(1))

    await breakBus()
    for (const number of [2, 3, 4]) await sendTo(one, unit, 'count', record(number))

    assert.deepEqual(await numbersUpTo(reader, 4), upTo(4))
    reader.close()
  })

  it('ends when its reader is disabled at the other one', async () => {
    const leaving = await buildUser(db, { entityId: entity })
    const reader = await streamOf(other, 'stream/live?devices=viewing', await signInAt(one, leaving.email))

    await ask(one, updateUsers, { token, body: { userUID: [leaving.id], status: 'disabled' } })

    while ((await reader.next()) !== undefined);
  })

  it('ends when the unit leaves the reach of its reader, also when servers do not hear of each other', async () => {
    const below = await buildEntity(db, { parentId: entity })
    const unit = await buildUnit(db, { entity: below })
    const viewer = await buildUser(db, { entityId: below })
    const reader = await streamOf(other, `stream/live?devices=${unit.dataId}`, await signInAt(one, viewer.email))
    await reader.next()

    await breakBus()
    const entities: EntityId[] = [entity]
    await ask(one, administerUnit, { token, params: { dataID: unit.dataId }, body: { entities } })

    while ((await reader.next()) !== undefined);
  })
})

describe('a unit that is connected to one server of two', () => {
  it('gets a request that was sent by the other one', async () => {
    const unit = await ownUnit()
    const client = await connect(one, unit, 'unit')
    const received = new Promise<string>((resolve) => {
      client.on('message', (_topic, payload) => resolve(payload.toString()))
    })
    await client.subscribeAsync(topics.actions(unit.dataId), { qos: 1 })

    const body = { dataID: unit.dataId, actionClass: 'Unit', payload: 'Ping' } as const
    const { details } = await ask(other, postAction, { token, body })

    assert.equal(JSON.parse(await received).action_id, details.action_id)
  })

  it('gets a request that was sent by the other one at once when it asks by HTTP and waits', async () => {
    const unit = await ownUnit()
    const asked = [pollAt(one, unit), pollAt(one, unit), pollAt(one, unit)]
    // Whichever arrives third ends the one that arrived first: the two others wait by then.
    const ended = await Promise.race(asked.map(async (poll, place) => ({ place, requests: await poll })))
    assert.deepEqual(ended.requests, [])
    const body = { dataID: unit.dataId, actionClass: 'Unit', payload: 'Ping' } as const

    const { details } = await ask(other, postAction, { token, body })

    const waited = await Promise.all(asked.filter((_, place) => place !== ended.place))
    assert.deepEqual(waited, [[details.action_id], [details.action_id]])
  })

  it('is signed out when its token is replaced by the other one, or it is deactivated there', async () => {
    const changes = {
      rotate: ({ dataId }: BuiltUnit) => ask(other, rotateUnitToken, { token, params: { dataID: dataId } }),
      deactivate: ({ dataId }: BuiltUnit) =>
        ask(other, administerUnit, { token, params: { dataID: dataId }, body: { active: false } }),
    }
    for (const change of Object.values(changes)) {
      const unit = await ownUnit()
      const client = await connect(one, unit, 'unit')
      const ended = closed(client)

      await change(unit)

      await ended
      await assert.rejects(connect(one, unit, 'again'))
    }
  })

  it('is signed out soon when servers do not hear of each other in the meantime', async () => {
    const unit = await ownUnit()
    const client = await connect(one, unit, 'unit')
    const ended = closed(client)

    await breakBus()
    await ask(other, rotateUnitToken, { token, params: { dataID: unit.dataId } })

    await ended
  })

  it('gives up its connection when it connects to the other one under the same client id', async () => {
    const unit = await ownUnit()
    const first = await connect(one, unit, 'same')
    const third = await connect(one, unit, 'third')
    const ended = closed(first)

    const second = await connect(other, unit, 'same')

    await ended
    await Promise.all(
      [second, third].map((client) => client.publishAsync(topics.data(unit.dataId, 'count'), '1', { qos: 1 })),
    )
  })
})

describe('a server that joins others which are busy', () => {
  it('takes its share of the work, and neither streams nor units notice', async () => {
    const unit = await ownUnit()
    await sendTo(one, unit, 'count', record(0))
    const names = Array.from({ length: 9 }, (_, index) => `double_${index}`)
    const startDate = '2026-01-01T00:00:00.000Z'
    const rule = { dataID: unit.dataId, equation: 'count.number * 2', unit: 'm', startDate }
    const values = [{ source: 'count', field: 'number' }]
    for (const name of names) await ask(one, createCalculation, { token, body: { ...rule, name, values } })
    const known = await listServers()
    const reader = await follow(other, unit)
    const client = await connect(one, unit, 'stays')
    let lost = 0
    client.on('close', () => (lost += 1))
    let last = 0
    let joined = false
    const publishing = (async () => {
      while (!joined)
        await client.publishAsync(topics.data(unit.dataId, 'count'), JSON.stringify(record((last += 1))), { qos: 1 })
    })()

    const third = await startServerProcess(database)
    const name = (await listServers()).find((server) => !known.includes(server)) ?? ''
    while ((await countHeldBy(unit, name)) === 0);
    joined = true
    await publishing

    assert.deepEqual(await numbersUpTo(reader, last), upTo(last))
    assert.equal(lost, 0)
    reader.close()
    await third.kill()
  })

  async function countHeldBy({ dataId }: BuiltUnit, server: string): Promise<number> {
    const rows = await db
      .selectFrom('arrivalFollower')
      .select('id')
      .where('dataId', '=', dataId)
      .where('heldBy', '=', server)
      .execute()
    return rows.length
  }
})

async function listServers(): Promise<string[]> {
  const rows = await db.selectFrom('server').select('name').execute()
  return rows.map(({ name }) => name)
}

describe('when a server is killed', () => {
  it('streams at others have all that it acknowledged, and others compute what it computed', async () => {
    const unit = await ownUnit()
    const known = await listServers()
    const third = await startServerProcess(database)
    await sendTo(third, unit, 'count', record(1))
    await ask(one, createCalculation, {
      token,
      body: {
        dataID: unit.dataId,
        name: 'double',
        equation: 'count.number * 2',
        unit: 'm',
        startDate: '2026-01-01T00:00:00.000Z',
        values: [{ source: 'count', field: 'number' }],
      },
    })
    // From the beginning: the news of the first record may still be on its way to the other server.
    const arrived = await streamOf(other, `stream/live?data=${unit.dataId}/count@${FIRST_CURSOR}`, token)
    await numbersUpTo(arrived, 1)
    const computed = await streamOf(other, `stream/live?data=${unit.dataId}/double@${FIRST_CURSOR}`, token)
    await valuesUpTo(computed, 2)
    await db
      .updateTable('arrivalFollower')
      .set({ heldBy: (await listServers()).find((name) => !known.includes(name)) ?? '' })
      .where('dataId', '=', unit.dataId)
      .execute()

    for (const number of [2, 3, 4, 5]) await sendTo(third, unit, 'count', record(number))
    await third.kill()

    assert.deepEqual(await numbersUpTo(arrived, 5), [2, 3, 4, 5])
    await sendTo(one, unit, 'count', record(6))
    assert.deepEqual(await valuesUpTo(computed, 12), [4, 6, 8, 10, 12])
    for (const reader of [arrived, computed]) reader.close()
  })
})
