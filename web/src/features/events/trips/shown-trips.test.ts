import { describe, expect, it } from 'vitest'
import { linesOf, tripsOf } from './shown-trips.ts'
import { dateOfDay, dayAround, dayOfDate } from './trip-map.tsx'

const MINUTE = 60_000
const NOON = Date.parse('2026-02-02T12:00:00.000Z')

function rowAt(minutes: number, lasts: number, more: Record<string, string | number | null> = {}) {
  const startUTC = new Date(NOON + minutes * MINUTE).toISOString()
  const endUTC = new Date(NOON + (minutes + lasts) * MINUTE).toISOString()
  return { startUTC, endUTC, duration: lasts * MINUTE, tag: null, noDataAfter: false, ...more }
}

describe('trips on the map', () => {
  it('are in the order of time, with the names and the distance of the table', () => {
    const later = rowAt(60, 10, { 'location.trip_from': 'Depot', 'location.trip_distance': 5_200 })
    const [first, second] = tripsOf([later, rowAt(0, 20)], 'location')

    expect(first).toMatchObject({ from: NOON, to: NOON + 20 * MINUTE, start: undefined, metres: undefined })
    expect(second).toMatchObject({ start: 'Depot', end: undefined, metres: 5_200 })
  })

  it('have the positions between their ends, both included', () => {
    const times = [0, 10, 20, 30, 60, 65, 70].map((minute) => NOON + minute * MINUTE)
    const positions = times.map((_, index): [number, number] => [18, 59 + index / 100])
    const trips = tripsOf([rowAt(0, 20), rowAt(60, 10), rowAt(200, 10)], 'location')

    expect(linesOf(trips, { times, positions })).toEqual([positions.slice(0, 3), positions.slice(4, 7), []])
  })
})

describe('the days of trips', () => {
  it('begin at midnight, and are as long as the clock makes them', () => {
    const day = dayAround(NOON)
    const next = dayAround(NOON, 1)

    expect(next.from).toBe(day.to)
    expect(dayOfDate(dateOfDay(day))).toEqual(day)
    expect(dayOfDate('2026-02')).toBeUndefined()
  })
})
