import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { listUnitNames, listUnits } from '@fieldwatch/contract/units/units'
import { listUnitColumns } from '@fieldwatch/contract/units/unit-columns'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const UNITS = 3_000
/** What a request may hold up all others for. */
const MOST_MS = 50
/** A busy machine makes some of them longer, and none shorter. */
const TRIES = 4

const { app, call, db, signInAs } = await createTestApp({ database: await createTestDatabase() })
const viewer = await signInAs()
await sql`insert into unit (data_id, friendly_name, token_hash, created_at)
  select 'unit-' || place, 'Pump ' || (place * 7919 % ${UNITS}), '\\x00', now() from generate_series(1, ${UNITS}) place`.execute(
  db,
)
await sql`insert into unit_entity (data_id, entity_id)
  select 'unit-' || place, ${viewer.entity} from generate_series(1, ${UNITS}) place`.execute(db)

test('A fleet of several pages is listed whole and by name', async () => {
  const { body } = await call(listUnits, { as: viewer })
  const names = (body.details as DataDocument[]).map(({ friendlyName }) => friendlyName)
  assert.deepEqual(
    names,
    Array.from({ length: UNITS }, (_, place) => `Pump ${place}`),
  )
  const { body: short } = await call(listUnitNames, { as: viewer })
  assert.deepEqual(
    short.details.map(({ friendlyName }) => friendlyName),
    names,
  )
})

for (const { path } of [listUnits, listUnitNames, listUnitColumns]) {
  test(`GET ${path} of a fleet leaves others their turn`, async () => {
    const ask = () => app.inject({ url: path, headers: { authorization: viewer.bearer } })
    // The first time the code is compiled.
    await ask()
    const tries: number[] = []
    for (let count = 0; count < TRIES; count += 1) {
      const { reply, longest } = await longestTurn(ask)
      assert.equal(reply.statusCode, 200)
      tries.push(longest)
    }
    assert.ok(Math.min(...tries) < MOST_MS, `${tries.join(', ')} ms`)
  })
}

test('One person cannot have hundreds of lists read at once', async () => {
  // Without units: what is refused does not depend on what a list costs.
  const other = await signInAs()
  const replies = await Promise.all(
    Array.from({ length: 140 }, () =>
      app.inject({ url: listUnitNames.path, headers: { authorization: other.bearer } }),
    ),
  )
  const refused = replies.filter(({ statusCode }) => statusCode !== 200)
  assert.ok(refused.length > 0 && refused.length < 20, `${refused.length} were refused`)
  assert.ok(refused.every(({ statusCode }) => statusCode === 429))
})

/** The processor time of the main thread between two turns of the event loop, at most. */
async function longestTurn<Reply>(ask: () => Promise<Reply>): Promise<{ reply: Reply; longest: number }> {
  let last = processorMs()
  let longest = 0
  let isOver = false
  const turn = () => {
    const now = processorMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const reply = await ask()
  await new Promise<void>((resolve) => {
    setImmediate(() => setImmediate(resolve))
  })
  isOver = true
  return { reply, longest }
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
