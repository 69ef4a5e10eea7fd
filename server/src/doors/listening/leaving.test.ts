import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { before, describe, it } from 'node:test'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { FIRST_CURSOR } from '@fieldwatch/contract/api/live-addresses'
import { rotateUnitToken } from '@fieldwatch/contract/units/units'
import { updateUsers } from '@fieldwatch/contract/people/users'
import mqtt from 'mqtt'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import {
  type Address,
  ask,
  type ServerProcess,
  sendTo,
  signInAt,
  startServerProcess,
  startTestServer,
  streamOf,
} from '#testing/running-server.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const UNITS = 12

let stays: Address
let leaves: ServerProcess
let token: string

const database = await createTestDatabase()
const { db } = database
const entity = await buildEntity(db)
const { email } = await buildUser(db, { entityId: entity, role: 'admin' })
const ownUnit = (): Promise<BuiltUnit> => buildUnit(db, { entity })

/** Asks again and again, as whatever spreads requests does, until the server answers so; undefined: it does not listen. */
async function untilReady(server: Address, status: number | undefined): Promise<Response | undefined> {
  for (;;) {
    const response = await fetch(`${server.url}/readyz`).catch(() => undefined)
    if (response?.status === status) return response
  }
}

describe('a server that is alone', () => {
  it('stops without waiting for anybody, and for no connection that says nothing', async () => {
    const server = await startServerProcess(database, { FIELDWATCH_DRAIN_SECONDS: '60' })
    for (const { hostname, port } of [server.url, server.mqttUrl].map((url) => new URL(url))) {
      const silent = connect(Number(port), hostname)
      await once(silent, 'connect')
      silent.on('error', () => undefined) // a server that leaves may reset it
    }

    assert.equal(await server.stop(), 0)
  })
})

const recordOf = (number: number) => ({
  messageUTC: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
  number,
})

/** Reads a source of which the other server stores records, at the server that leaves, and continues where it is sent. */
function readThrough(unit: BuiltUnit) {
  const numbers: unknown[] = []
  const names: string[] = []
  let last = 0
  let ended = false
  const sending = (async () => {
    while (!ended) await sendTo(stays, unit, 'count', recordOf((last += 1)))
  })()
  const reading = (async () => {
    let cursor = FIRST_CURSOR
    for (const server of [leaves, stays]) {
      const reader = await streamOf(server, `stream/live?data=${unit.dataId}/count@${cursor}`, token)
      for (let event = await reader.next(); event !== undefined; event = await reader.next()) {
        if (event.event !== 'added') names.push(event.event)
        const added = event.data as { cursor?: string; records?: { number: unknown }[] }
        cursor = added.cursor ?? cursor
        numbers.push(...(added.records ?? []).map(({ number }) => number))
        if (ended && numbers.at(-1) === last) return reader.close()
      }
    }
  })()
  return {
    expectWhole: async (): Promise<void> => {
      ended = true
      await sending
      await sendTo(stays, unit, 'count', recordOf((last += 1)))
      await reading
      assert.deepEqual(names, ['moved'])
      assert.deepEqual(
        numbers,
        Array.from({ length: last + 1 }, (_, index) => index),
      )
    },
  }
}

/** Publishes without times of its own, so that what is stored twice is there twice, and connects again by itself. */
function publishThrough(unit: BuiltUnit) {
  const ports = [leaves, stays].map(({ mqttUrl }) => Number(new URL(mqttUrl).port))
  const client = mqtt.connect({
    servers: ports.map((port) => ({ host: '127.0.0.1', port, protocol: 'mqtt' as const })),
    username: unit.dataId,
    password: unit.token,
    reconnectPeriod: 20,
  })
  client.on('error', () => undefined)
  database.defer(async () => void client.end(true))
  let acknowledged = 0
  let ended = false
  let progress = Promise.withResolvers<void>()
  const publishing = (async () => {
    while (!ended) {
      const numbers = [1, 2, 3].map((ahead) => acknowledged + ahead)
      await Promise.all(
        numbers.map((number) =>
          client.publishAsync(topics.data(unit.dataId, 'count'), `{"number":${number}}`, { qos: 1 }),
        ),
      )
      acknowledged += numbers.length
      progress.resolve()
      progress = Promise.withResolvers()
    }
  })()
  const reached = async (count: number): Promise<void> => {
    while (acknowledged < count) await progress.promise
  }
  return {
    reached,
    expectOnce: async (): Promise<void> => {
      await reached(acknowledged + 3)
      ended = true
      await publishing
      const rows = await db
        .selectFrom('record')
        .innerJoin('source', 'source.sourceKey', 'record.sourceKey')
        .select('fields')
        .where('dataId', '=', unit.dataId)
        .execute()
      const stored = rows.map(({ fields }) => (fields as { number: number }).number)
      assert.deepEqual(
        stored.sort((one, other) => one - other),
        Array.from({ length: acknowledged }, (_, index) => index + 1),
      )
    },
  }
}

/** Begins to send a record, and keeps the end of it back. */
async function beginRequest(unit: BuiltUnit) {
  const text = JSON.stringify(recordOf(1))
  const sent = request(`${leaves.url}/api/v1/ingest/${unit.dataId}/count`, {
    method: 'POST',
    headers: { authorization: unit.bearer, 'content-type': 'application/json', 'content-length': text.length },
  })
  const answered = once(sent, 'response') as Promise<[{ statusCode?: number }]>
  await new Promise<void>((resolve) => sent.write(text.slice(0, 10), () => resolve()))
  return {
    finish: async (): Promise<number | undefined> => {
      sent.end(text.slice(10))
      const [{ statusCode }] = await answered
      return statusCode
    },
  }
}

/** A calculated source that a server holds. */
async function computeAt(server: string) {
  const unit = await ownUnit()
  await sendTo(stays, unit, 'count', recordOf(1))
  const values = [{ source: 'count', field: 'number' }]
  const startDate = '2026-01-01T00:00:00.000Z'
  const rule = { dataID: unit.dataId, name: 'double', equation: 'count.number * 2', unit: 'm', startDate, values }
  await ask(stays, createCalculation, { token, body: rule })
  const reader = await streamOf(stays, `stream/live?data=${unit.dataId}/double@${FIRST_CURSOR}`, token)
  const reaches = async (value: number): Promise<void> => {
    for (let event = await reader.next(); event !== undefined; event = await reader.next()) {
      const { records = [] } = event.data as { records?: { value: unknown }[] }
      if (records.some((record) => record.value === value)) return
    }
    assert.fail('the stream ended')
  }
  await reaches(2)
  await db.updateTable('arrivalFollower').set({ heldBy: server }).where('dataId', '=', unit.dataId).execute()
  return { unit, reaches }
}

async function listServers(): Promise<string[]> {
  const rows = await db.selectFrom('server').select('name').execute()
  return rows.map(({ name }) => name)
}

describe('a server that is not alone', () => {
  before(async () => {
    stays = await startTestServer(database)
    leaves = await startServerProcess(database, { FIELDWATCH_DRAIN_SECONDS: '1' })
    token = await signInAt(stays, email)
  })

  it('first says that it is not ready, serves on by the rights that there are, and leaves to others what it does in the background', async () => {
    const known = await listServers()
    const server = await startServerProcess(database, { FIELDWATCH_DRAIN_SECONDS: '60' })
    const computed = await computeAt((await listServers()).find((name) => !known.includes(name)) ?? '')
    const person = await buildUser(db, { entityId: entity })
    const reader = await streamOf(server, 'stream/live?devices=viewing', await signInAt(stays, person.email))
    const unit = await ownUnit()
    const login = { username: unit.dataId, password: unit.token, reconnectPeriod: 0 }
    const client = await mqtt.connectAsync(server.mqttUrl, login, false)
    const signedOut = new Promise<void>((resolve) => client.once('close', () => resolve()))

    const stopped = server.stop()
    const refusal = await untilReady(server, 503)
    const answer = await fetch(`${server.url}/healthz`)
    await sendTo(server, computed.unit, 'count', recordOf(2))

    assert.match((await refusal?.text()) ?? '', /"server\/stopping"/)
    assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close'])
    await computed.reaches(4)
    // It still hears of rights that are withdrawn elsewhere.
    await ask(stays, updateUsers, { token, body: { userUID: [person.id], status: 'disabled' } })
    await ask(stays, rotateUnitToken, { token, params: { dataID: unit.dataId } })
    for (let event = await reader.next(); event !== undefined; event = await reader.next())
      assert.notEqual(event.event, 'moved')
    await signedOut
    // The second signal ends it at once.
    await server.stop()
    assert.equal(await stopped, 1)
  })

  it('sends readers and units to another one, and loses and doubles nothing', async () => {
    const watched = await ownUnit()
    await sendTo(leaves, watched, 'count', recordOf(0))
    const reading = readThrough(watched)
    const publishing = Array.from({ length: UNITS }, async () => publishThrough(await ownUnit()))
    const slow = await beginRequest(await ownUnit())
    await Promise.all(publishing.map(async (unit) => (await unit).reached(20)))

    const stopped = leaves.stop()
    await untilReady(leaves, undefined)
    const answer = await slow.finish()

    assert.deepEqual([answer, await stopped], [200, 0])
    for (const unit of await Promise.all(publishing)) await unit.expectOnce()
    await reading.expectWhole()
  })
})
