import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { createLeaseStore } from '#platform/leases/lease-store.ts'
import { startServerLease } from '#platform/leases/server-lease.ts'
import { systemRandom } from '#platform/random/random.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { systemClock } from '#platform/time/clock.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createConnectionState } from './connection-state.ts'
import { createConnectionStore } from './connection-store.ts'
import { openMqttListener } from './testing/open-mqtt-listener.ts'

const database = await createTestDatabase()
const { db } = database
// Renewing a lease alone keeps no process alive.
const alive = setInterval(() => undefined, 60_000)
after(() => clearInterval(alive))

async function isConnected({ dataId, entity }: BuiltUnit): Promise<boolean> {
  return (await createUnitStore(db).getDocument(dataId, [entity])).connected
}

describe('the connection of a unit', () => {
  it('is left alone by a server that starts beside the one that has it', async () => {
    const doors = await openMqttListener(database)
    const unit = await buildUnit(db)
    await doors.connect(unit)
    await doors.connectedBecomes(unit, true)

    const others = await openMqttListener(database)
    await others.connect(unit, { clientId: 'other' })
    const both = await isConnected(unit)
    const client = await others.connect(unit, { clientId: 'third' })
    await client.endAsync()

    assert.deepEqual([both, await isConnected(unit)], [true, true])
  })

  it('ends with the lease of a server that was killed, and pages are notified', async () => {
    const unit = await buildUnit(db)
    const bus = createInProcessBus(silentLog)
    const store = createConnectionStore(db)
    // Shorter than those of the others, which would notice first otherwise.
    const server = await startServerLease({ db, random: systemRandom, log: silentLog, leaseMs: 1_500 })
    database.defer(server.close)
    const state = createConnectionState({ store, server, bus, clock: systemClock, log: silentLog })
    database.defer(state.close)
    const published = Promise.withResolvers<DataId>()
    bus.subscribe('unit-changed', ({ dataId }) => published.resolve(dataId))
    await createLeaseStore(db).begin('killed', 3_600_000)
    await store.record('killed', new Map([[unit.dataId, true]]), 0)
    const before = await isConnected(unit)

    await createLeaseStore(db).begin('killed', 0)

    assert.equal(before, true)
    assert.equal(await isConnected(unit), false)
    assert.equal(await published.promise, unit.dataId)
  })

  it('is stored again by a server that was taken for dead and is not', async () => {
    const unit = await buildUnit(db)
    const doors = await openMqttListener(database)
    await doors.connect(unit)
    await doors.connectedBecomes(unit, true)
    await db.deleteFrom('server').execute()
    await createConnectionStore(db).removeEnded(0)
    const between = await isConnected(unit)

    await doors.connectedBecomes(unit, true)

    assert.equal(between, false)
  })
})
