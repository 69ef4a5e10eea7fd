import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { createRecordedLog } from '#testing/recorded-log.ts'
import { createDatabaseClock } from './database-clock.ts'

const START = Date.UTC(2026, 5, 1)
const DAY_MS = 24 * 60 * 60_000

function build() {
  const time = { own: START, steady: 0 }
  const { log, lines } = createRecordedLog()
  const metrics = createMetrics()
  const clock = createDatabaseClock({ metrics, log, own: () => time.own, steady: () => time.steady })
  return {
    clock,
    metrics,
    lines,
    time,
    pass: (milliseconds: number) => {
      time.own += milliseconds
      time.steady += milliseconds
    },
    /** The database answers at once, with a time so far ahead. */
    hear: (ahead: number) => clock.hear({ database: time.own + ahead, asked: time.own, answered: time.own }),
  }
}

describe('the clock of the database', () => {
  it('is that of a server whose clock is right within the time that an answer takes', () => {
    const { clock, time } = build()

    clock.hear({ database: START + 900, asked: START, answered: START + 1_500 })

    assert.equal(clock.now(), time.own)
    assert.equal(clock.mayWork(), true)
  })

  for (const ahead of [-DAY_MS, -60_000, 60_000, DAY_MS]) {
    it(`is followed by a server whose clock differs by ${ahead / 1000} s, which takes no work and says so`, async () => {
      const { clock, metrics, lines, hear, pass, time } = build()

      hear(ahead)
      pass(1_000)
      hear(ahead)

      assert.equal(clock.now(), time.own + ahead)
      assert.equal(clock.mayWork(), false)
      assert.match(
        await metrics.registry.metrics(),
        new RegExp(`^fieldwatch_clock_offset_seconds ${ahead / 1000}$`, 'm'),
      )
      assert.deepEqual(
        lines.map(({ seconds }) => seconds),
        [ahead / 1000],
      )
      hear(0)
      assert.equal(clock.now(), time.own)
      assert.equal(clock.mayWork(), true)
    })
  }

  it('is corrected by a second without stopping work', () => {
    const { clock, hear, time } = build()

    hear(1_000)

    assert.equal(clock.now(), time.own + 1_000)
    assert.equal(clock.mayWork(), true)
  })

  it('goes on evenly when the clock of the server is set', () => {
    const { clock, hear, pass, time } = build()
    hear(0)
    pass(1_000)

    time.own += DAY_MS

    assert.equal(clock.now(), START + 1_000)
    pass(500)
    assert.equal(clock.now(), START + 1_500)
    hear(-DAY_MS)
    assert.equal(clock.now(), START + 1_500)
  })
})
