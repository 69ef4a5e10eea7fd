import { createPlaceMeter } from '@fieldwatch/contract/places/place-distance'
import { USUAL_POSITION_ACCURACY } from '@fieldwatch/contract/units/units'
import { formatCount } from '@fieldwatch/contract/text/number-text'
import { STANDARD_TRIP_SETTINGS } from '@fieldwatch/contract/places/trip-conditions'
import { makeTracks } from '@fieldwatch/simulator/tracks/tracks'
import { createPlaceProbe, type ProbedPlace } from '../../../server/src/fleet/places/place-probe.ts'
import { followJourney } from '../../../server/src/features/events/trips/follow-journey.ts'
import { fixOf, journeyColumnsOf } from '../../../server/src/features/events/trips/journey-columns.ts'
import { newJourneyState } from '../../../server/src/features/events/trips/journey-state.ts'
import { blockOf } from '../../../server/src/records/arrivals/followed-numbers.ts'
import { measureFleet } from './measure-fleet.ts'

/**
 * Prints how long it takes to find out in which of many places positions are, by the index and by a look at each place, and to find the trips
 * of a fleet. With `fleet` it prints what tables of visits and trips cost a portal instead.
 */
const PLACES = 1_000
const POSITIONS = 50_000
/** Positions that are compared with each place: a thousandth of what the index is asked. */
const COMPARED = 500
const CORNERS = 40
const UNITS = 10_000
/** The most positions of the track of each unit. */
const TRACK_POSITIONS = 200

if (process.argv[2] === 'fleet') {
  const [units = UNITS, seconds = 60, positionsASecond = 5_000] = process.argv.slice(3).map(Number)
  await measureFleet({ units, places: PLACES, seconds, positionsASecond })
  process.exit()
}

const random = randomBy(1)
const places = Array.from({ length: PLACES }, (_, index) => placeAt(index + 1))
const positions = Array.from({ length: POSITIONS }, () => somewhere())

const begun = performance.now()
const { probe } = createPlaceProbe(places)
const indexedMs = performance.now() - begun

const started = performance.now()
let inside = 0
for (const [longitude, latitude] of positions) if (probe(latitude, longitude, 15).value <= -1) inside += 1
const probedMs = performance.now() - started

const meters = places.map(createPlaceMeter)
const scanned = performance.now()
for (const position of positions.slice(0, COMPARED)) for (const { metresOutside } of meters) metresOutside(position)
const scannedMs = performance.now() - scanned

row(`making the index of ${formatCount(PLACES)} places`, `${indexedMs.toFixed(1)} ms`)
row('positions a second by the index', formatCount(Math.round((POSITIONS / probedMs) * 1_000)))
row('positions a second by a look at each place', formatCount(Math.round((COMPARED / scannedMs) * 1_000)))
row('share of one processor at 5,000 positions a second', `${((probedMs / POSITIONS) * 500).toFixed(2)} %`)
row('positions that were in a place', formatCount(inside))

const trips = findTrips()
row('positions a second by tables of trips', formatCount(Math.round((trips.positions / trips.cpuMs) * 1_000)))
row('share of one processor at 5,000 positions a second', `${((trips.cpuMs / trips.positions) * 500).toFixed(2)} %`)
row(`trips of ${formatCount(UNITS)} units`, formatCount(trips.found))

/** Each unit drives one of the tracks that the tests of trips drive. */
function findTrips(): { positions: number; cpuMs: number; found: number } {
  const columns = journeyColumnsOf({
    kind: 'trips',
    settings: STANDARD_TRIP_SETTINGS,
    gapMs: 3_600_000,
    values: 0,
    own: { fields: [], places: [] },
    usualAccuracy: USUAL_POSITION_ACCURACY,
  })
  const tracks = makeTracks()
    .map(({ points }) => points.slice(0, TRACK_POSITIONS))
    .map((points) =>
      blockOf(
        points.map(({ at, ...fields }) => ({ at, receivedAt: at, fields: JSON.stringify(fields) })),
        columns.fields,
      ),
    )
  const before = process.cpuUsage()
  let [driven, found] = [0, 0]
  for (let unit = 0; unit < UNITS; unit += 1) {
    const block = tracks[unit % tracks.length]
    const state = newJourneyState(0)
    for (let index = 0; block !== undefined && index < block.at.length; index += 1) {
      const fix = fixOf(columns, block, index, state)
      if (fix !== undefined) followJourney(columns.rule, state, fix, ({ kind }) => (found += kind === 'trips' ? 1 : 0))
      driven += 1
    }
  }
  const { user, system } = process.cpuUsage(before)
  return { positions: driven, cpuMs: (user + system) / 1_000, found }
}

/** Half of them circles, and half areas with 40 corners, over a country. */
function placeAt(placeID: number): ProbedPlace {
  const [longitude, latitude] = somewhere()
  const name = `Place ${placeID}`
  if (placeID % 2 === 0)
    return {
      placeID,
      name,
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      radius: 50 + 2_000 * random(),
    }
  const ring = Array.from({ length: CORNERS }, (_, corner): [number, number] => {
    const angle = (corner / CORNERS) * 2 * Math.PI
    const size = 0.01 + 0.01 * random()
    return [longitude + size * Math.cos(angle), latitude + size * Math.sin(angle)]
  })
  return { placeID, name, geometry: { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] }, radius: null }
}

function somewhere(): [longitude: number, latitude: number] {
  return [6 + 9 * random(), 47 + 7 * random()]
}

/** Numbers that are the same in every run. */
function randomBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

function row(what: string, figure: string): void {
  console.log(`${what.padEnd(52)} ${figure.padStart(12)}`)
}
