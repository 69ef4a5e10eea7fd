import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { STANDARD_TRIP_SETTINGS } from '@fieldwatch/contract/places/trip-conditions'
import { makeTracks } from '@fieldwatch/simulator/tracks/tracks'
import { createTrack, type TrackPoint } from '@fieldwatch/simulator/tracks/track-maker'
import { blockOf } from '#records/arrivals/followed-numbers.ts'
import { followJourney, lastingJourney } from './follow-journey.ts'
import { fixOf, journeyColumnsOf } from './journey-columns.ts'
import { type Journey, newJourneyState } from './journey-state.ts'

const MINUTE = 60_000

function journeysIn(points: readonly TrackPoint[], kind: 'trips' | 'stops', gapMinutes = 60): Journey[] {
  const hasIgnition = points.some(({ ignition }) => ignition !== undefined)
  const columns = journeyColumnsOf({
    kind,
    settings: STANDARD_TRIP_SETTINGS,
    gapMs: gapMinutes * MINUTE,
    values: 0,
    own: hasIgnition ? { fields: ['ignition'], places: [0] } : { fields: [], places: [] },
    usualAccuracy: 15,
  })
  const records = points.map(({ at, ...fields }) => ({ at, receivedAt: at, fields: JSON.stringify(fields) }))
  const block = blockOf(records, columns.fields)
  const state = newJourneyState(0)
  const found: Journey[] = []
  const ended = (journey: Journey): void => void (journey.kind === kind && found.push(journey))
  for (const index of block.at.keys()) {
    const fix = fixOf(columns, block, index, state)
    if (fix !== undefined) followJourney(columns.rule, state, fix, ended)
  }
  const lasting = lastingJourney(kind, state, columns.rule)
  return lasting === undefined ? found : [...found, lasting]
}

describe('trips in a track', () => {
  it('pause where a unit stands, and not where it turns, also without speeds', () => {
    const track = createTrack({ seed: 9, lat: 58.4, lon: 15.6, at: 0, every: 5, noise: 2, accuracy: 3 })
    track.wait(20)
    for (let row = 0; row < 10; row += 1) track.drive(row % 2 === 0 ? 1_000 : 600, row * 4, 9)
    track.wait(3)
    track.drive(0, 0, 25)
    track.wait(30)
    for (const points of [track.points(), track.points().map(({ speed: _speed, ...point }) => point)]) {
      const [found, ...others] = journeysIn(points, 'trips')
      assert.deepEqual([others.length, found?.sums?.pauses], [0, 1])
      assert.ok(Math.abs((found?.sums?.pausedMs ?? 0) - 3 * MINUTE) <= 20_000, String(found?.sums?.pausedMs))
    }
  })

  for (const { name, points, trips } of makeTracks()) {
    it(`are those that a person sees: ${name}`, () => {
      const found = journeysIn(points, 'trips')
      const shown = found.map(({ startAt, endAt, sums }) =>
        [new Date(startAt).toISOString(), endAt && new Date(endAt).toISOString(), sums?.metres, sums?.pauses].join(' '),
      )
      assert.equal(found.length, trips.length, shown.join('\n'))
      for (const [index, { startAt, endAt = Number.NaN, sums }] of found.entries()) {
        const { from = 0, to = 0, metres = 0, pauses } = trips[index] ?? {}
        assert.ok(Math.abs(startAt - from) <= 2 * MINUTE, `begins ${shown[index]}`)
        assert.ok(Math.abs(endAt - to) <= 3 * MINUTE, `ends ${shown[index]}, ${new Date(to).toISOString()}`)
        assert.ok(Math.abs((sums?.metres ?? 0) / metres - 1) < 0.06, `is ${sums?.metres} m long, not ${metres}`)
        if (pauses !== undefined) assert.equal(sums?.pauses, pauses)
      }
    })
  }
})
