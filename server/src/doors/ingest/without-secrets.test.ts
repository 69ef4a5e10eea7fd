import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { hashUnitToken, withoutSecrets } from '#fleet/units/unit-token.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, features, signInAs } = await createTestApp({ database })
const { entity } = await signInAs({ role: 'admin' })
const port = await features.mqtt.listen({ host: '127.0.0.1', port: 0 })
const PROGRAM = `fwp_${randomBytes(32).toString('base64url')}`

/** All that is kept of what a unit sent. */
async function keptOf({ dataId }: BuiltUnit): Promise<string> {
  const { rows } = await sql<{ kept: string }>`
    with own as (select source_key from source where data_id = ${dataId})
    select concat_ws(' ',
      (select string_agg(name || field_types::text, ' ') from source where data_id = ${dataId}),
      (select string_agg(fields::text, ' ') from record join own using (source_key)),
      (select string_agg(rejected_message::text, ' ') from rejected_message where data_id = ${dataId}),
      (select string_agg(captured_message::text, ' ') from captured_message where data_id = ${dataId}),
      (select string_agg(unit.last_message, ' ') from unit where data_id = ${dataId})
    ) as kept`.execute(db)
  return rows[0]?.kept ?? ''
}

type Send = (unit: BuiltUnit) => Promise<unknown>
const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
const bearer = ({ token }: BuiltUnit) => ({ authorization: `Bearer ${token}` })
const sayings = ({ token }: BuiltUnit) => ({
  note: `?id=${token}&x=1`,
  [token]: 1,
  program: PROGRAM,
  plain: 'fw_version_of_the_firmware',
})

async function publish({ dataId, token }: BuiltUnit, topic: string, payload: string): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { username: dataId, password: token })
  await client.publishAsync(topic, payload, { qos: 1 })
  await client.endAsync()
}

/** What units repeat of their credentials, by each door that takes texts. */
const DOORS: Readonly<Record<string, Send>> = {
  HTTP: (unit) => post(`/api/v1/ingest/${unit.dataId}/probe`, sayings(unit), bearer(unit)),
  'HTTP with a name that is the token': (unit) =>
    post(`/api/v1/ingest/${unit.dataId}`, { [unit.token]: { plain: 'fw_version_of_the_firmware' } }, bearer(unit)),
  'HTTP with a refused record': (unit) =>
    post(`/api/v1/ingest/${unit.dataId}/probe`, [{ list: [unit.token] }, sayings(unit)], bearer(unit)),
  'HTTP with a large body': (unit) =>
    post(
      `/api/v1/ingest/${unit.dataId}/probe`,
      Array.from({ length: 40 }, () => ({ ...sayings(unit), padding: 'x'.repeat(8_000) })),
      bearer(unit),
    ),
  MQTT: (unit) => publish(unit, topics.data(unit.dataId, 'probe'), JSON.stringify(sayings(unit))),
  'MQTT to any topic': (unit) => publish(unit, `any/${unit.token}`, JSON.stringify(sayings(unit))),
  'any JSON': (unit) => post('/api/v1/ingest/any/some/path', sayings(unit), bearer(unit)),
}

describe('what authenticates', () => {
  for (const [door, send] of Object.entries(DOORS)) {
    it(`is not kept of what comes by ${door}, whatever it is called there`, async () => {
      const unit = await buildUnit(db, { entity })

      await send(unit)

      const kept = await keptOf(unit)
      assert.match(kept, /fw_version_of_the_firmware/)
      assert.equal(kept.includes(unit.token), false, kept)
      assert.equal(kept.includes(PROGRAM), false, kept)
    })
  }

  it('is known by its value alone', () => {
    const token = `fw_${randomBytes(32).toString('base64url')}`
    const other = `fw_${randomBytes(32).toString('base64url')}`

    assert.equal(
      withoutSecrets(`id=${token}&v=fw_1-2-3&b=${other}&p=${PROGRAM}`, hashUnitToken(token)),
      `id=hidden-token&v=fw_1-2-3&b=${other}&p=hidden-token`,
    )
  })
})
