import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createMapping, type Mapping } from '../contract/mappings.ts'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { type Address, startServerProcess } from '@fieldwatch/server/testing/running-server'
import { createFakeClock } from '@fieldwatch/server/testing/fake-clock'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const START = 1_700_000_000_000
/** How long after the messages the server is killed, in milliseconds: before, within and after their commits. */
const KILLS = [10, 40]
const MESSAGES = 20
/** More records than one commit takes of several messages. */
const ITEMS = 500
const SOURCES = 12

const mapping: Mapping = {
  topic: 'fleet/{part}',
  unit: { from: 'path', path: 'id' },
  time: { format: 'milliseconds', path: 't' },
  values: Array.from({ length: SOURCES }, (_, place) => ({
    path: `v[${place}]`,
    source: `s${place}`,
    field: 'n',
  })),
}

/** A program that sends for two units in turn. */
async function prepare() {
  const { db, call, signInAs, close } = await createTestApp({ database, clock: createFakeClock(Date.now()) })
  const admin = await signInAs({ role: 'admin' })
  const { entity } = admin
  const units = [await buildUnit(db, { entity }), await buildUnit(db, { entity })] as const
  const made = await call(createMapping, { as: admin, body: { entity, name: 'Fleet', mapping } })
  assert.equal(made.status, 200, made.failure?.message)
  const token = { name: 'Bridge', scopes: ['send-for-units' as const], days: 1, entity, role: 'admin' as const }
  const { secret } = (await call(createProgramToken, { as: admin, body: token })).body.details
  await close()
  const send = async ({ url }: Address, number: number, items: number): Promise<unknown> => {
    const response = await fetch(`${url}/api/v1/ingest/any/fleet/x`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(
        Array.from({ length: items }, (_, place) => ({
          id: units[place % 2]?.dataId,
          t: START + number * 1_000 + place,
          v: Array.from({ length: SOURCES }, () => number),
        })),
      ),
    })
    const reply = (await response.json()) as { details: unknown }
    assert.equal(response.status, 200, JSON.stringify(reply))
    return reply.details
  }
  /** By number of the message: its records of each unit, and the transactions that wrote them. */
  const read = async () => {
    const { rows } = await database.pool.query<{ n: number; of: number[]; commits: number }>(
      `select (fields ->> 'n')::int as n, count(distinct record.xmin::text)::int as commits,
         array[count(*) filter (where data_id = $1), count(*) filter (where data_id = $2)]::int[] as of
       from record join source using (source_key) group by 1 order by 1`,
      units.map(({ dataId }) => dataId),
    )
    await database.pool.query('delete from record')
    return rows
  }
  return { send, read }
}

it('What one message brings for several units is stored in one commit, and as a whole wherever its server is killed', async () => {
  const { send, read } = await prepare()
  let server = await startServerProcess(database)
  const whole = (ITEMS * SOURCES) / 2

  assert.deepEqual(await send(server, 1, ITEMS), { stored: ITEMS * SOURCES, captured: 0 })
  assert.deepEqual(await read(), [{ n: 1, of: [whole, whole], commits: 1 }])

  for (const kill of KILLS) {
    const accepted = new Set<number>()
    const sending = Array.from({ length: MESSAGES }, async (_, n) => {
      await send(server, n, 100)
      accepted.add(n)
    })
    const sent = Promise.allSettled(sending)
    await delay(kill)
    await server.kill()
    await sent
    server = await startServerProcess(database)

    const rows = await read()
    assert.deepEqual([...accepted.difference(new Set(rows.map(({ n }) => n)))], [])
    for (const { n, of, commits } of rows) assert.deepEqual([of, commits], [[600, 600], 1], `message ${n}`)
  }
})
