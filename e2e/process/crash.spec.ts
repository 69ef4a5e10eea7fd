import { expect, test } from '@playwright/test'
import type { DoorUnderTest } from '../doors/door-under-test.ts'
import { DOORS_OF_EXTENSIONS } from '../doors/extension-doors.ts'
import { addProgram, addUnits, type SendingDevices, startDevices } from '../doors/run-door.ts'
import { createUser, createUnit, type SignedInUser } from '../support/api.ts'
import { type Portal, startPortal } from '../support/portal.ts'
import { publish, type Publisher, readNumbers } from '../support/publisher.ts'
import { connectUnit } from '../support/unit.ts'

const UNITS = 20
/** Every unit must have had this many acknowledgements before a kill, so that it hits a busy server. */
const BEFORE_KILL = 40
const AFTER_RESTART = 40

async function expectAllStoredOnce(
  portal: Portal,
  user: SignedInUser,
  publishers: readonly Publisher[],
): Promise<number> {
  let total = 0
  for (const { dataID, acknowledged } of publishers) {
    const stored = await readNumbers(portal, user, dataID)
    expect(new Set(stored).size, `${dataID} has every record once`).toBe(stored.length)
    const missing = [...acknowledged].filter((number) => !stored.includes(number))
    expect(missing, `${dataID} lost acknowledged records`).toEqual([])
    total += acknowledged.size
  }
  return total
}

async function killServer(portal: Portal): Promise<void> {
  await portal.killServer()
  await portal.restart()
}

async function killEverything(portal: Portal): Promise<void> {
  await portal.killEverything()
  await portal.restart()
}

/** Senders of other makers that repeat, and that try once. `npm run bench:doors` has all of them. */
const DOORS = DOORS_OF_EXTENSIONS.filter(({ name }) => ['InfluxDB 2', 'The Things Stack'].includes(name))
/** A machine that is busy with other things takes long for them. */
const DOOR_RECORDS = 40
const DOORS_TIMEOUT_MS = 120_000

async function startDoors(
  portal: Portal,
  user: SignedInUser,
  doors: readonly DoorUnderTest[],
): Promise<SendingDevices[]> {
  if (doors.length === 0) return []
  const around = { portal, programToken: await addProgram(portal, user) }
  return Promise.all(
    doors.map(async (door, place) => {
      const units = await addUnits(portal, user, { prefix: `door-${place}`, count: 1 })
      return startDevices({ door, units, around, perSecond: 100 })
    }),
  )
}

for (const [what, kill, doors] of [
  ['the server', killServer, []],
  ['PostgreSQL', (portal: Portal) => portal.killPostgres(), []],
  ['the server and PostgreSQL', killEverything, DOORS],
] as const) {
  test(`kill -9 of ${what} while 20 units publish loses nothing that was acknowledged`, async () => {
    const portal = await startPortal()
    try {
      const user = await createUser(portal, { email: 'admin@crash.example', entity: 'Crash' })
      const publishers = await Promise.all(
        Array.from({ length: UNITS }, async (_, index) => {
          const dataID = `unit-${index}`
          return publish(dataID, await connectUnit(portal, dataID, await createUnit(portal, user, dataID)))
        }),
      )
      const devices = await startDoors(portal, user, doors)
      await Promise.all(publishers.map((publisher) => publisher.reached(BEFORE_KILL)))

      const killed = kill(portal)
      const acknowledgedAtKill = publishers.map((publisher) => publisher.acknowledged.size)
      await killed
      // No one reconnects the units but themselves.
      await Promise.all(
        publishers.map((publisher, index) => publisher.reached((acknowledgedAtKill[index] ?? 0) + AFTER_RESTART)),
      )
      for (const { accepted } of devices) {
        await expect.poll(accepted, { timeout: DOORS_TIMEOUT_MS }).toBeGreaterThan(DOOR_RECORDS)
      }
      await Promise.all([...publishers, ...devices].map((sender) => sender.stop()))

      for (const { check } of devices) expect(await check(user)).toMatchObject({ lost: 0, doubled: 0, dropped: 0 })
      const total = await expectAllStoredOnce(portal, user, publishers)
      expect(total).toBeGreaterThanOrEqual(UNITS * (BEFORE_KILL + AFTER_RESTART))
    } finally {
      await portal.close()
    }
  })
}
