import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, describe, it } from 'node:test'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import mqtt from 'mqtt'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import { type Db, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createReplica } from '#platform/database/replica.ts'
import { inSnapshotOfReplica } from '#platform/database/snapshot.ts'
import { requireAnswer } from '#platform/health/health-store.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import { type GroupMember, startPostgresGroup } from '#testing/postgres-group.ts'
import { sendTo, signInAt, startTestServer, streamOf } from '#testing/running-server.ts'
import { silentLog } from '#testing/test-database.ts'

const stack = new AsyncDisposableStack()
after(() => stack.disposeAsync())
const group = await startPostgresGroup(stack)
const { primary, standby } = group
await primary.query('create database portal')
const connectionString = group.urlOf('portal')
const database = openDatabase({ connectionString, connections: 8 }, silentLog)
stack.defer(() => database.close())
await migrate(database.background.db)
const { db } = database

/** What a server of a test needs to know of its database. */
const portal = { connectionString, defer: (close: () => Promise<void>) => stack.defer(close) }

/** Publishes numbers one after the other, the next when one is acknowledged, until `stop`. */
async function publishNumbers(url: string, unit: BuiltUnit) {
  let stopping = false
  let acknowledged = 0
  const client = await mqtt.connectAsync(url, { username: unit.dataId, password: unit.token, reconnectPeriod: 50 })
  const running = run()
  return { acknowledged: () => acknowledged, stop: async () => ((stopping = true), await running, acknowledged) }

  async function run(): Promise<void> {
    while (!stopping) {
      const number = acknowledged + 1
      const payload = JSON.stringify({ messageUTC: 1_700_000_000 + number, number })
      await client.publishAsync(topics.data(unit.dataId, 'count'), payload, { qos: 1 })
      acknowledged = number
    }
    await client.endAsync()
  }
}

async function storedNumbers({ dataId }: BuiltUnit): Promise<number[]> {
  const rows = await db
    .selectFrom('record')
    .innerJoin('source', 'source.sourceKey', 'record.sourceKey')
    .select('fields')
    .where('dataId', '=', dataId)
    .orderBy('at')
    .execute()
  return rows.map(({ fields }) => Number(fields['number']))
}

const one = await startTestServer(portal, {
  SMTP_URL: 'smtp://127.0.0.1:1',
  FIELDWATCH_READ_DATABASE_URL: standby.urlOf('portal'),
})

const readiness = async (url: string): Promise<number> => (await fetch(`${url}/readyz`)).status

/** Asks again and again until the answer is this one. */
async function untilReadinessIs(url: string, status: number): Promise<void> {
  while ((await readiness(url)) !== status);
}

async function namesOfConnections(member: GroupMember): Promise<string[]> {
  const rows = await member.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity where datname = 'portal' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** How many reads a server has made at the replica. */
async function replicaReads(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^fieldwatch_replica_reads_total\{at="replica"\} (\d+)/m.exec(text)?.[1] ?? 0)
}

describe('a replica for long reads', () => {
  it('is read as long as it has everything, and what was just acknowledged is never missing', async () => {
    const unit = await buildUnit(db)
    const viewer = await buildUser(db, { entityId: unit.entity })
    const token = await signInAt(one, viewer.email)
    let sent = 0
    /** Sends one more record, and tells how many an export has then. */
    const sendAndExport = async (): Promise<number> => {
      sent += 1
      await sendTo(one, unit, 'count', { messageUTC: 1_700_000_000 + sent, number: sent })
      const path = `/api/v1/export/${unit.dataId}/count.csv`
      const answer = await fetch(`${one.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
      return (await answer.text()).trim().split('\r\n').length - 1
    }
    while ((await replicaReads(one.url)) < 5) assert.equal(await sendAndExport(), sent)

    await standby.query('select pg_wal_replay_pause()')
    const read = await replicaReads(one.url)
    for (let ask = 0; ask < 3; ask += 1) assert.equal(await sendAndExport(), sent)
    assert.equal(await replicaReads(one.url), read)

    await standby.query('select pg_wal_replay_resume()')
    while ((await replicaReads(one.url)) === read) assert.equal(await sendAndExport(), sent)
  })
})

describe('a database behind one address, whose primary is lost and a standby takes its place', () => {
  it('units wait, nothing acknowledged is lost, and streams, jobs and messages between servers continue there', async () => {
    const entity = await buildEntity(db)
    const units = await Promise.all(Array.from({ length: 5 }, () => buildUnit(db, { entity })))
    const viewer = await buildUser(db, { entityId: entity })
    const other = await startTestServer(portal)
    const [watched] = units as [BuiltUnit]
    const token = await signInAt(one, viewer.email)
    const path = `stream/live?data=${watched.dataId}/count`
    let stream = await streamOf(other, path, token)
    const publishers = await Promise.all(units.map((unit) => publishNumbers(one.mqttUrl, unit)))

    await primary.kill()
    await untilReadinessIs(one.url, 503)
    await group.failOver()
    await untilReadinessIs(one.url, 200)
    const before = publishers.map(({ acknowledged }) => acknowledged())
    const gotOn = () => publishers.every(({ acknowledged }, index) => acknowledged() > (before[index] ?? 0) + 20)
    while (!gotOn()) await readiness(one.url)
    const acknowledged = await Promise.all(publishers.map(({ stop }) => stop()))

    for (const [index, unit] of units.entries()) {
      const expected = Array.from({ length: acknowledged[index] ?? 0 }, (_, number) => number + 1)
      assert.deepEqual(await storedNumbers(unit), expected)
    }
    const seen: unknown[] = []
    let cursor = ''
    while (seen.at(-1) !== acknowledged[0]) {
      const event = await stream.next()
      // A read of missed records that the database did not answer ends the stream; a reader opens it again behind what it has.
      if (event === undefined) {
        stream = await streamOf(other, `${path}${cursor}`, token)
        continue
      }
      const data = event.data as { records?: { number: unknown }[]; cursor?: string }
      seen.push(...(data.records ?? []).map(({ number }) => number))
      if (data.cursor !== undefined) cursor = `@${data.cursor}`
    }
    assert.deepEqual(seen, await storedNumbers(watched))
    stream.close()
    const everyone = ['background', 'bus', 'ingest'].map((name) => `fieldwatch-${name}`)
    let connected: string[] = []
    while (!everyone.every((name) => connected.includes(name))) connected = await namesOfConnections(standby)
    await other.close()
  })

  it('the same is read where writes go when the replica is away, or was made the primary', async () => {
    const { reads } = database
    for (const replicaUrl of ['postgresql://postgres@127.0.0.1:1/portal', standby.urlOf('portal')]) {
      const other = openDatabase({ connectionString, replicaUrl }, silentLog)
      const { replica: connections = assert.fail() } = other
      const metrics = createMetrics()
      const replica = createReplica({ connections, primary: reads.db, reads: metrics.replicaReads, log: silentLog })
      const count = (snapshot: Db) => snapshot.selectFrom('portal').select('id').execute()

      const found = await inSnapshotOfReplica({ db: reads.db, control: db, signal: undefined }, replica, count)

      assert.equal(found.length, 1)
      assert.equal(await replica.isCurrent(), false)
      await other.close()
    }
  })

  it('a server that has become a standby is not ready, a write on it counts as one on a database that is away, and its connection ends', async () => {
    const options = '-c default_transaction_read_only=on'
    const readOnly = openDatabase({ connectionString: standby.urlOf('portal'), options }, silentLog)
    const removed = once(readOnly.pool, 'remove')

    await assert.rejects(requireAnswer(readOnly.db), { code: 'server/unavailable' })
    await assert.rejects(readOnly.db.deleteFrom('session').execute(), isDatabaseAway)

    await removed
    await readOnly.close()
  })
})
