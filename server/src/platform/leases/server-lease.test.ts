import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { systemRandom } from '#platform/random/random.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createLeaseStore, isFreeFor } from './lease-store.ts'
import { type ServerLease, startServerLease } from './server-lease.ts'

const database = await createTestDatabase()
const { db } = database
const store = createLeaseStore(db)
// Renewing alone keeps no process alive.
const alive = setInterval(() => undefined, 60_000)
after(() => clearInterval(alive))

/** Renewed every second, and long enough for a busy machine. */
const LEASE_MS = 3_000

// Servers of one portal have leases of one length: a shorter one would take a longer one for expired.
const started: ServerLease[] = []

async function start(leaseMs?: number) {
  const lease = await startServerLease({ db, random: systemRandom, log: silentLog, ...(leaseMs && { leaseMs }) })
  started.push(lease)
  return lease
}

async function endOf(name: string): Promise<Date> {
  return (await db.selectFrom('server').select('expiresAt').where('name', '=', name).executeTakeFirstOrThrow())
    .expiresAt
}

async function mayTake(server: string, heldBy: string | null): Promise<boolean | undefined> {
  const { rows } = await sql<{ free: boolean }>`
    select ${isFreeFor(server, sql`${heldBy}::text`)} as free`.execute(db)
  return rows[0]?.free
}

describe('the lease of a server', () => {
  afterEach(async () => {
    for (const lease of started.splice(0)) await lease.close()
  })

  it('keeps what the server holds from others, until it ends', async () => {
    const [one, other] = [await start(), await start()]
    const own = [await mayTake(one.name, one.name), await mayTake(one.name, null)]
    const held = await mayTake(other.name, one.name)

    await one.close()

    assert.deepEqual([own, held], [[true, true], false])
    assert.equal(await mayTake(other.name, one.name), true)
  })

  it('is renewed as long as the server runs', async () => {
    const lease = await start(LEASE_MS)
    const before = await endOf(lease.name)
    const expired = Promise.withResolvers<readonly string[]>()
    lease.onExpired(async (names) => expired.resolve(names))
    await store.begin('silent', -60_000)

    assert.deepEqual(await expired.promise, ['silent'])
    assert.ok((await endOf(lease.name)) > before)
    assert.equal(await mayTake('anyone', lease.name), false)
  })

  it('is as long again for all when the database was away for longer than leases last', async () => {
    const lease = await start(LEASE_MS)
    await store.begin('other', LEASE_MS)
    await sql`update server set expires_at = clock_timestamp() - interval '1 minute'`.execute(db)

    const reported = Promise.withResolvers<void>()
    lease.onExpired(async (names) => reported.reject(new Error(`${names.join()} was taken for dead`)))
    lease.onRunning((servers) => {
      const names = new Set(servers.map(({ name }) => name))
      if (names.has(lease.name) && names.has('other')) reported.resolve()
    })

    await reported.promise
  })

  it('that another server has removed begins again, and reports it', async () => {
    const lease = await start(LEASE_MS)
    const lost = Promise.withResolvers<void>()
    lease.onLost(lost.resolve)

    await store.end(lease.name)
    await lost.promise

    assert.equal(await mayTake('anyone', lease.name), false)
  })
})
