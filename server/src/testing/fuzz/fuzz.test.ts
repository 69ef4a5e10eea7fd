import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestDatabase } from '#testing/test-database.ts'
import { findDifference } from './check-unit.ts'
import { type KillablePortal, openKillablePortal } from './killable-portal.ts'
import { playHistories } from './play-histories.ts'
import { servePortal } from './served-portal.ts'
import { chooseMoments, writeHistory } from './write-history.ts'

/** `npm test -- fuzz` plays so many with kills; without it a few are played in this process, always the same. */
const HISTORIES = Number(process.env['FIELDWATCH_FUZZ'] ?? 0)
/** The same seed writes the same histories. */
const SEED = Number(process.env['FIELDWATCH_FUZZ_SEED'] ?? 1)

const LONG = { together: 20, moments: 12, kills: 6 }
const SHORT = { together: 4, moments: 8, kills: 0 }

/** Later than the clock of the database, by which new sources begin. */
const FUZZ_START = Date.UTC(2030, 0, 1)

const database = await createTestDatabase()
const { together, moments: momentCount, kills } = HISTORIES > 0 ? LONG : SHORT
const batches = Math.max(1, Math.ceil(HISTORIES / together))

for (let seed = SEED; seed < SEED + batches; seed += 1) {
  it(`${together} histories from the seed ${seed} end as the models say`, async (test) => {
    await using stack = new AsyncDisposableStack()
    const portal = await openPortal()
    stack.defer(() => portal.close())
    const moments = chooseMoments(seed, momentCount, FUZZ_START)
    const histories = Array.from({ length: together }, (_, place) => writeHistory(seed, place, moments))
    const { watched, token, now } = await playHistories(portal, database, { seed, moments, histories, kills })
    const differences: string[] = []
    for (const one of watched) {
      const difference = await findDifference({ url: await portal.url(), token, now }, one)
      if (difference !== undefined) differences.push(`${difference}\n${JSON.stringify(one.history)}`)
    }
    test.diagnostic(`killed ${portal.deaths()} times`)
    assert.equal(differences.length, 0, differences.join('\n\n'))
  })
}

async function openPortal(): Promise<KillablePortal> {
  if (kills > 0) return openKillablePortal(database, FUZZ_START)
  const served = await servePortal(database.connectionString, FUZZ_START)
  return { ...served, url: async () => served.url, dieWithin: async () => undefined, deaths: () => 0 }
}
