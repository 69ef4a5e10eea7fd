import { expect, test } from '@playwright/test'
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

for (const [what, kill] of [
  ['the server', killServer],
  ['PostgreSQL', (portal: Portal) => portal.killPostgres()],
  ['the server and PostgreSQL', killEverything],
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
      await Promise.all(publishers.map((publisher) => publisher.reached(BEFORE_KILL)))

      const killed = kill(portal)
      const acknowledgedAtKill = publishers.map((publisher) => publisher.acknowledged.size)
      await killed
      // No one reconnects the units but themselves.
      await Promise.all(
        publishers.map((publisher, index) => publisher.reached((acknowledgedAtKill[index] ?? 0) + AFTER_RESTART)),
      )
      await Promise.all(publishers.map((publisher) => publisher.stop()))

      const total = await expectAllStoredOnce(portal, user, publishers)
      expect(total).toBeGreaterThanOrEqual(UNITS * (BEFORE_KILL + AFTER_RESTART))
    } finally {
      await portal.close()
    }
  })
}
