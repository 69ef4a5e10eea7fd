import { createPlaceMeter } from '@fieldwatch/contract/places/place-distance'
import { formatCount } from '@fieldwatch/contract/text/number-text'
import { createPlaceProbe, type ProbedPlace } from '../../../server/src/fleet/places/place-probe.ts'

/** Prints how long it takes to find out in which of many places positions are: by the index, and by a look at each place. */
const PLACES = 1_000
const POSITIONS = 50_000
/** Positions that are compared with each place: a thousandth of what the index is asked. */
const COMPARED = 500
const CORNERS = 40

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
