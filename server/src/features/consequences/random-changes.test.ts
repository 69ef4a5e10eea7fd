import assert from 'node:assert/strict'
import { it } from 'node:test'
import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { openKillablePortal } from '#testing/fuzz/killable-portal.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { playChanges } from './testing/play-changes.ts'

/** So many fleets are played; without it one, always the same. */
const FLEETS = Number(process.env['FIELDWATCH_FUZZ'] ?? 1)
/** One alone: its seed, and FIELDWATCH_FUZZ=1. */
const SEED = Number(process.env['FIELDWATCH_FUZZ_SEED'] ?? 1)
const CHANGES = 20
const KILLS = 3

/** Later than the clock of the database. */
const START = Date.UTC(2030, 0, 1)

const database = await createTestDatabase()
const portal = openKillablePortal(database, START)
database.defer(portal.close)

for (let seed = SEED; seed < SEED + FLEETS; seed += 1) {
  it(`${CHANGES} changes in a random order end as a naive model says: seed ${seed}`, async (test) => {
    const start = START + (seed - SEED) * DAY_MS
    const { steps, difference } = await playChanges(
      { portal, database, start },
      { seed, changes: CHANGES, kills: KILLS },
    )
    test.diagnostic(`killed ${portal.deaths()} times`)
    assert.equal(
      difference,
      undefined,
      [`FIELDWATCH_FUZZ=1 FIELDWATCH_FUZZ_SEED=${seed}`, ...steps, difference].join('\n'),
    )
  })
}
