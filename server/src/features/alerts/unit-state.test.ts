import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { AlertStatus } from '@fieldwatch/contract/alerts/alerts'
import { type Pace, pace, QUIET } from './unit-state.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Given {
  /** When the status changes, in milliseconds, alternately to Triggered and OK. */
  changes: readonly number[]
  until: number
  intervalMs?: number
  acknowledgedAt?: number
  quietUntil?: number
}

/** Lets time pass from change to change and from due moment to due moment; returns the notifications with their times in minutes. */
function tell({ changes, until, intervalMs = 0, acknowledgedAt = Infinity, quietUntil }: Given): string[] {
  const sent: string[] = []
  let state: Pace = QUIET
  let [status, changedAt]: [AlertStatus, number] = ['ok', -Infinity]
  let dueAt: number | undefined
  let next = 0
  for (;;) {
    const change = changes[next] ?? Infinity
    const now = Math.min(change, dueAt ?? Infinity)
    if (now > until) return sent
    let lastedMs = 0
    if (now === change) {
      next += 1
      lastedMs = now - changedAt
      status = status === 'ok' ? 'high' : 'ok'
      changedAt = now
      state = { ...state, held: state.held + 1 }
    }
    const snapshot = { status, changedAt, lastedMs, now, quietUntil, acknowledged: now >= acknowledgedAt, intervalMs }
    const paced = pace(state, snapshot)
    assert.ok(paced.dueAt === undefined || paced.dueAt > now || paced.tell !== undefined, 'time advances')
    if (paced.tell !== undefined) sent.push(`${paced.tell} at ${Math.round((now / MINUTE) * 10) / 10}`)
    ;({ pace: state, dueAt } = paced)
  }
}

describe('notifications of people', () => {
  const table: { title: string; given: Given; sent: string[] }[] = [
    {
      title: 'is the alarm and the all-clear, each at once',
      given: { changes: [0, 20 * MINUTE], until: 5 * HOUR },
      sent: ['alarm at 0', 'all-clear at 20'],
    },
    {
      title: 'is the all-clear of a short event once it has lasted for a minute',
      given: { changes: [0, 5_000], until: 5 * HOUR },
      sent: ['alarm at 0', 'all-clear at 1.1'],
    },
    {
      title: 'is a second alarm within the hour once it has lasted',
      given: { changes: [0, 10 * MINUTE, 20 * MINUTE], until: 5 * HOUR },
      sent: ['alarm at 0', 'all-clear at 10', 'alarm at 25'],
    },
    {
      title: 'is a reminder each interval as long as it lasts',
      given: { changes: [0, 35 * MINUTE], until: 5 * HOUR, intervalMs: 10 * MINUTE },
      sent: ['alarm at 0', 'reminder at 10', 'reminder at 20', 'reminder at 30', 'all-clear at 35'],
    },
    {
      title: 'is no reminder once the alert is acknowledged',
      given: { changes: [0, 35 * MINUTE], until: 5 * HOUR, intervalMs: 10 * MINUTE, acknowledgedAt: 15 * MINUTE },
      sent: ['alarm at 0', 'reminder at 10', 'all-clear at 35'],
    },
    {
      title: 'is nothing while it is quiet, and what is left of it afterwards',
      given: { changes: [10 * MINUTE], until: 5 * HOUR, quietUntil: 90 * MINUTE },
      sent: ['alarm at 90'],
    },
    {
      title: 'is a summary of what came and went while it was quiet',
      given: { changes: [10 * MINUTE, 20 * MINUTE], until: 5 * HOUR, quietUntil: 90 * MINUTE },
      sent: ['summary at 90'],
    },
  ]
  for (const { title, given, sent } of table) it(title, () => assert.deepEqual(tell(given), sent))

  // spec 2-9-02
  it('is an alarm and one summary of a value that changes a thousand times in an hour', () => {
    const changes = Array.from({ length: 1_000 }, (_, index) => Math.round((index * HOUR) / 1_000))

    assert.deepEqual(tell({ changes, until: 12 * HOUR }), ['alarm at 0', 'summary at 60'])
  })

  it('is never more than two messages in an hour while a value flaps, however it does', () => {
    const pauses = fc.array(fc.integer({ min: 100, max: 50_000 }), { minLength: 500, maxLength: 1_000 })
    fc.assert(
      fc.property(pauses, (between) => {
        let at = 0
        const changes = between.map((pause) => (at += pause))
        const minutes = tell({ changes, until: at }).map((text) => Number(text.split(' ').at(-1)))
        for (const minute of minutes) {
          const within = minutes.filter((other) => other >= minute && other < minute + 59)
          assert.ok(within.length <= 2, within.join(', '))
        }
      }),
      { numRuns: 30 },
    )
  })

  it('ends with the current status, whatever happened before', () => {
    const pauses = fc.array(fc.integer({ min: 1, max: 20 * MINUTE }), { minLength: 1, maxLength: 100 })
    fc.assert(
      fc.property(pauses, (between) => {
        let at = 0
        const changes = between.map((pause) => (at += pause))
        const last = tell({ changes, until: at + 12 * HOUR }).at(-1) ?? ''
        const isHigh = changes.length % 2 === 1

        assert.ok(last.startsWith('summary') || last.startsWith(isHigh ? 'alarm' : 'all-clear'), last)
      }),
    )
  })
})
