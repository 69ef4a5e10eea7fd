import { describe, expect, it } from 'vitest'
import { createPortalClock } from './portal-clock.ts'

const HOUR = 3_600_000
const NOON = Date.parse('2026-01-01T12:00:00Z')

const answerAt = (at: number) => ({ headers: new Headers({ date: new Date(at).toUTCString() }) })

function buildClock(startsAt: number) {
  const device = { at: startsAt }
  const told: number[] = []
  const clock = createPortalClock(() => device.at)
  clock.subscribe(() => told.push(clock.ahead()))
  return { device, clock, told }
}

describe('the time of the portal', () => {
  it('is that of its answers where the clock of the device is hours off, and goes on with it', () => {
    const { device, clock, told } = buildClock(NOON - 2 * HOUR)

    clock.note(answerAt(NOON), device.at - 50)
    device.at += 10_000

    expect(clock.now()).toBe(NOON + 10_000)
    expect(told).toEqual([2 * HOUR])
  })

  it('is that of the device where both are nearly the same, or an answer has no date', () => {
    const { device, clock, told } = buildClock(NOON)

    clock.note(answerAt(NOON - 1_000), device.at - 50)
    clock.note({ headers: new Headers() }, device.at)

    expect([clock.now(), told]).toEqual([NOON, []])
  })

  it('is that of the device again once its clock is put right', () => {
    const { device, clock, told } = buildClock(NOON + 2 * HOUR)
    clock.note(answerAt(NOON), device.at)

    device.at = NOON + 1_000
    clock.note(answerAt(NOON + 1_000), device.at)

    expect([clock.now(), told]).toEqual([NOON + 1_000, [-2 * HOUR, 0]])
  })

  it('is not taken from an answer during which the device slept', () => {
    const { device, clock } = buildClock(NOON)
    const sentAt = device.at

    device.at += 8 * HOUR
    clock.note(answerAt(NOON), sentAt)

    expect(clock.now()).toBe(NOON + 8 * HOUR)
  })

  it('does not follow the seconds in which answers are dated', () => {
    const { device, clock, told } = buildClock(NOON - 2 * HOUR)

    for (const away of [0, -900, 300]) clock.note(answerAt(NOON + away), device.at)

    expect(told).toHaveLength(1)
  })
})

describe('the sources of the app', () => {
  const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.{ts,tsx}', '!/src/testing/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  /** Durations on this device, and the clock itself. */
  const OWN_CLOCK = [
    '/src/platform/time/portal-clock.ts',
    '/src/platform/api/send.ts',
    '/src/platform/print/print-context.tsx',
  ]

  it('ask the portal for the time, not the device', () => {
    const asking = Object.entries(sources)
      .filter(([file, text]) => !OWN_CLOCK.includes(file) && /\bDate\.now\b|new Date\(\)/.test(text))
      .map(([file]) => file)

    expect(Object.keys(sources).length).toBeGreaterThan(500)
    expect(asking).toEqual([])
  })
})
