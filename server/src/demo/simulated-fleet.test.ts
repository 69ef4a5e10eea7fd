import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BusEvents } from '#platform/bus/bus.ts'
import { systemRandom } from '#platform/random/random.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { seedDemo } from './seed-demo.ts'
import { readConnectionLine, startFleet, type SimulatedFleet } from './simulated-fleet.ts'

const database = await createTestDatabase()
// The simulated units look at the real time.
const clock = createFakeClock(Date.now())
const { db, bus, features } = await createTestApp({ database, clock })
const mqttPort = await features.mqtt.listen({ host: '127.0.0.1', port: 0 })
const state = await seedDemo({ db, clock, random: systemRandom }, undefined)

function start(tokens: Readonly<Record<string, string>>): { fleet: SimulatedFleet; troubles: string[] } {
  const troubles: string[] = []
  const fleet = startFleet({
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    state: { tokens, filled: true },
    onTrouble: (sentence) => troubles.push(sentence),
  })
  after(() => fleet.close())
  return { fleet, troubles }
}

/** The next records of one source that a unit gets stored; several sources may speak in any order. */
function nextRecords(dataId: string, source: string): Promise<BusEvents['records']> {
  const { promise, resolve } = Promise.withResolvers<BusEvents['records']>()
  const stop = bus.subscribe('records', (event) => {
    if (event.dataId === dataId && event.source === source) resolve(event)
  })
  return promise.finally(stop)
}

test('The fleet connects, its records are stored under their sources, and it ends on request', async () => {
  const arrived = nextRecords('pump-station-01', 'pump')
  const { fleet, troubles } = start(state.tokens)
  await fleet.connected
  const { records } = await arrived
  const { flow } = JSON.parse(records?.[0]?.fields ?? '{}') as { flow?: unknown }
  assert.equal(typeof flow, 'number')
  await fleet.close()
  assert.deepEqual(troubles, [])
})

test('A unit whose token was changed is named, and the others work', async () => {
  const arrived = nextRecords('pump-station-01', 'pump')
  const { fleet, troubles } = start({ ...state.tokens, 'truck-01': 'fw_old' })
  await fleet.connected
  assert.deepEqual(troubles, ['truck-01 cannot connect: its token was changed.'])
  assert.ok((await arrived).count > 0)
  await fleet.close()
})

test('A refused message of a unit is not taken for a refused connection', () => {
  assert.deepEqual(readConnectionLine('truck-01: refused'), { unit: 'truck-01', state: 'refused' })
  const message = readConnectionLine('truck-01: refused: The time is over 24 h in the future.')
  assert.notEqual(message.state, 'refused')
})
