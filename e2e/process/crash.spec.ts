import { expect, test } from '@playwright/test'
import type { MqttClient } from 'mqtt'
import { createUser, createUnit, type SignedInUser, readAll } from '../support/api.ts'
import { type Portal, startPortal } from '../support/portal.ts'
import { connectUnit } from '../support/unit.ts'

const UNITS = 20
/** Every unit must have had this many acknowledgements before a kill, so that it hits a busy server. */
const BEFORE_KILL = 40
const AFTER_RESTART = 40
const START = Date.UTC(2026, 0, 1)

interface Publisher {
  readonly dataID: string
  readonly client: MqttClient
  readonly acknowledged: Set<number>
  /** Resolves once so many records are acknowledged. */
  reached(count: number): Promise<void>
  stop(): Promise<void>
}

/** Publishes records one after the other, each a second later, several in flight. */
function publish(dataID: string, client: MqttClient): Publisher {
  const acknowledged = new Set<number>()
  const waiting: { count: number; resolve: () => void }[] = []
  let next = 0
  let stopped = false
  const loops = Array.from({ length: 4 }, async () => {
    while (!stopped) {
      const number = next++
      const record = { messageUTC: new Date(START + number * 1000).toISOString(), number }
      await client.publishAsync(`units/${dataID}/data/count`, JSON.stringify(record), { qos: 1 })
      acknowledged.add(number)
      for (const { count, resolve } of waiting) if (acknowledged.size >= count) resolve()
    }
  })
  return {
    dataID,
    client,
    acknowledged,
    reached: (count) => new Promise((resolve) => waiting.push({ count, resolve })),
    stop: async () => {
      stopped = true
      await Promise.all(loops)
      await client.endAsync()
    },
  }
}

async function expectAllStoredOnce(
  portal: Portal,
  user: SignedInUser,
  publishers: readonly Publisher[],
): Promise<number> {
  let total = 0
  for (const { dataID, acknowledged } of publishers) {
    const stored = (await readAll(portal, user, dataID, 'count')).map((record) => Number(record['number']))
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
      // Nobody reconnects the units but themselves.
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
