import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createRecordedLog } from '#testing/recorded-log.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const MINUTE = 60_000
const database = await createTestDatabase()

async function openApp(trustProxy: boolean) {
  const { log, lines } = createRecordedLog()
  const clock = createFakeClock()
  const { app } = await createTestApp({ database, trustProxy, log, clock })
  const ask = (headers: Record<string, string> = { 'x-forwarded-for': '203.0.113.7' }) =>
    app.inject({ url: '/healthz', headers })
  return { ask, clock, warnings: () => lines.filter(({ level }) => level === 40) }
}

describe('a proxy that is not configured as trusted', () => {
  it('is reported in the log, with the setting to change and the consequences', async () => {
    const { ask, warnings } = await openApp(false)
    await ask()

    const [warning] = warnings()
    assert.match(warning?.msg ?? '', /X-Forwarded-For.*FIELDWATCH_TRUST_PROXY/)
    assert.equal(warning?.['address'], '127.0.0.1')
  })

  it('is reported once an hour, however many requests arrive', async () => {
    const { ask, clock, warnings } = await openApp(false)
    for (let count = 0; count < 5; count++) await ask()
    clock.advance(59 * MINUTE)
    await ask()
    assert.equal(warnings().length, 1)

    clock.advance(MINUTE)
    await ask()
    assert.equal(warnings().length, 2)
  })

  it('is no matter when it is trusted, or when nothing is forwarded', async () => {
    const trusting = await openApp(true)
    await trusting.ask()
    assert.deepEqual(trusting.warnings(), [])

    const direct = await openApp(false)
    await direct.ask({})
    assert.deepEqual(direct.warnings(), [])
  })
})
