import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { createUnitOfChild } from '@fieldwatch/contract/units/gateway-children'
import mqtt from 'mqtt'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { ask, signInAt, startServerProcess } from '@fieldwatch/server/testing/running-server'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()

/** How long after the question the server is killed, in milliseconds: before, within and after its transaction. */
const KILLS = [5, 15, 30, 60]
const START = 1_700_000_000_000

interface Stored {
  readonly data_id: string
  readonly name: string
  readonly n: number
}

it('A device of a gateway is a unit or is not, wherever its server was killed, and each of its records is stored once', async () => {
  const { db, signInAs, close } = await createTestApp({ database })
  const admin = await signInAs({ role: 'admin' })
  const gateways = await Promise.all(KILLS.map(() => buildUnit(db, { entity: admin.entity })))
  await close()
  let server = await startServerProcess(database)

  for (const [place, gateway] of gateways.entries()) {
    const unit = `${gateway.dataId}-a` as DataId
    const token = await signInAt(server, admin.email)
    const client = await mqtt.connectAsync(server.mqttUrl, { username: gateway.token, reconnectPeriod: 0 })
    const acknowledged = new Set<number>()
    const send = async (n: number): Promise<void> => {
      const message = { A: [{ ts: START + n * 1_000, values: { n } }] }
      await client.publishAsync('v1/gateway/telemetry', JSON.stringify(message), { qos: 1 })
      acknowledged.add(n)
    }
    for (let n = 0; n < 20; n += 1) await send(n)
    const sending = Promise.allSettled(Array.from({ length: 60 }, (_, n) => send(20 + n)))
    const params = { dataID: gateway.dataId }
    const body = { source: 'A' as SourceName, dataID: unit, friendlyName: 'Pump' }
    const asking = ask(server, createUnitOfChild, { token, params, body }).then(
      () => true,
      () => false,
    )
    await delay(KILLS[place])
    await server.kill()
    client.end(true)
    const isAnswered = await asking
    await sending
    server = await startServerProcess(database)

    const { rows } = await database.pool.query<Stored>(
      `select data_id, name, (fields ->> 'n')::int as n from record join source using (source_key)
       where data_id = any ($1) order by n`,
      [[gateway.dataId, unit]],
    )
    const units = new Set(rows.map(({ data_id: dataId, name }) => `${dataId} ${name}`))
    assert.equal(units.size, 1, `records of ${[...units].join(', ')}`)
    const isUnit = units.has(`${unit} telemetry`)
    assert.ok(isUnit || units.has(`${gateway.dataId} A`))
    // An answer that was lost may belong to a move that was made.
    if (isAnswered) assert.ok(isUnit)
    const numbers = rows.map(({ n }) => n)
    assert.equal(new Set(numbers).size, numbers.length)
    assert.deepEqual([...acknowledged.difference(new Set(numbers))], [])
  }
})
