import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import { createTrack, type TrackPoint } from './track-maker.ts'

/** A track with what a person says about it. */
export interface Track {
  readonly name: string
  readonly points: readonly TrackPoint[]
  /** Its trips: within some minutes of the times, and some per cent of the metres. */
  readonly trips: readonly TrackTrip[]
}

interface TrackTrip {
  readonly from: number
  readonly to: number
  readonly metres: number
  /** Stops in between. */
  readonly pauses?: number
}

const START = Date.parse('2026-02-02T06:00:00.000Z')
const STOCKHOLM = { lat: 59.33, lon: 18.06, at: START }

type Maker = ReturnType<typeof createTrack>

/** Tracks as trackers send them, with all that makes trips hard to tell. */
export function makeTracks(): readonly Track[] {
  return [
    tunnel(),
    ferry(),
    coldStart(),
    clockOf1980(),
    stopAndGo(),
    motorway(),
    tractor(),
    deliveryRound(),
    parked(),
    boatAtAnchor(),
  ]
}

/** Drives, and notes the trip. */
function trip(track: Maker, metres: number, move: () => void, pauses?: number): TrackTrip {
  const from = track.now()
  move()
  return { from, to: track.now(), metres, ...(pauses === undefined ? {} : { pauses }) }
}

function tunnel(): Track {
  const track = createTrack({ ...STOCKHOLM, seed: 1, every: 10, noise: 4 })
  track.wait(20)
  const drive = trip(track, 14_000, () => {
    track.drive(4_000, 0, 60)
    track.unheard(() => track.drive(9_000, 0, 40))
    track.drive(14_000, 0, 60)
  })
  track.wait(40)
  return { name: 'tunnel', points: track.points(), trips: [drive] }
}

function ferry(): Track {
  const track = createTrack({ lat: 59.72, lon: 19.06, at: START, seed: 2, every: 30, noise: 5, hasIgnition: true })
  track.ignite(false)
  track.wait(30)
  track.ignite(true)
  const first = trip(track, 6_000, () => track.drive(0, 6_000, 50))
  track.ignite(false)
  track.wait(15)
  track.drive(10_000, 60_000, 32)
  track.wait(5)
  track.ignite(true)
  const second = trip(track, 8_000, () => track.drive(10_000, 68_000, 60))
  track.ignite(false)
  track.wait(60)
  return { name: 'ferry', points: track.points(), trips: [first, second] }
}

function coldStart(): Track {
  const track = createTrack({ ...STOCKHOLM, seed: 3, every: 5, noise: 6 })
  track.wait(15)
  track.skip(8 * 60)
  // The first fixes are three hundred kilometres off.
  track.wild(300_000, 20_000, 12)
  track.wait(3)
  const drive = trip(track, 5_000, () => track.drive(3_000, 4_000, 45))
  track.wait(10)
  track.wild(-40_000, 0, 1)
  track.wait(20)
  return { name: 'cold start far away', points: track.points(), trips: [drive] }
}

function clockOf1980(): Track {
  const track = createTrack({ ...STOCKHOLM, seed: 4, every: 15, noise: 5 })
  track.addAt(Date.parse('1980-01-06T00:00:12.000Z'))
  track.addAt(Date.parse('1980-01-06T00:00:27.000Z'))
  track.wait(10)
  const drive = trip(track, 7_000, () => track.drive(0, 7_000, 50))
  track.addAt(Date.parse('1980-01-06T00:01:12.000Z'))
  track.wait(20)
  return { name: 'clock of 1980', points: track.points(), trips: [drive] }
}

function stopAndGo(): Track {
  const track = createTrack({ ...STOCKHOLM, seed: 5, every: 2, noise: 5 })
  track.wait(10)
  const drive = trip(
    track,
    6_400,
    () => {
      for (let block = 1; block <= 16; block += 1) {
        track.drive(block * 400, 0, 28)
        if (block < 16) track.wait(block === 8 ? 2.5 : 0.6)
      }
    },
    1,
  )
  track.wait(30)
  return { name: 'city, stop and go', points: track.points(), trips: [drive] }
}

function motorway(): Track {
  const track = createTrack({ ...STOCKHOLM, seed: 6, every: 60, noise: 5 })
  track.wait(30)
  const first = trip(track, 150_000, () => track.drive(-120_000, -90_000, 110))
  track.wait(25)
  const second = trip(track, 100_000, () => track.drive(-200_000, -150_000, 112))
  track.wait(90)
  return { name: 'motorway with a rest stop', points: track.points(), trips: [first, second] }
}

function tractor(): Track {
  const track = createTrack({ lat: 58.4, lon: 15.6, at: START, seed: 7, every: 5, noise: 3, accuracy: 3 })
  track.wait(20)
  const work = trip(
    track,
    21_230,
    () => {
      track.drive(600, 0, 25)
      for (let row = 0; row < 50; row += 1) track.drive(row % 2 === 0 ? 1_000 : 600, row * 4, 9)
      track.drive(0, 0, 25)
    },
    // It turns without standing still.
    0,
  )
  track.wait(30)
  return { name: 'tractor back and forth', points: track.points(), trips: [work] }
}

function deliveryRound(): Track {
  const track = createTrack({ ...STOCKHOLM, seed: 8, every: 5, noise: 5 })
  track.wait(15)
  const round = trip(
    track,
    10_800,
    () => {
      for (let stop = 1; stop <= 8; stop += 1) {
        track.drive(stop * 600, stop % 2 === 0 ? 0 : 300, 35)
        track.wait(3)
      }
      track.drive(0, 0, 40)
    },
    8,
  )
  track.wait(60)
  return { name: 'delivery round', points: track.points(), trips: [round] }
}

function parked(): Track {
  const track = createTrack({ ...STOCKHOLM, seed: 9, every: 60, noise: 15 })
  track.wait(7 * 24 * 60)
  return { name: 'parked for a week', points: track.points(), trips: [] }
}

function boatAtAnchor(): Track {
  const track = createTrack({ lat: 58.9, lon: 17.95, at: START, seed: 10, every: 60, noise: 8 })
  track.wait(30)
  const out = trip(track, 12_000, () => track.drive(-9_000, 7_900, 11))
  track.swing(30, 45)
  return { name: 'boat at anchor', points: track.points(), trips: [{ ...out, to: out.to + 2 * MINUTE_MS }] }
}
