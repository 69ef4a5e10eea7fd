import { describe, expect, it } from 'vitest'
import { trackOfArrivals, trackOfSeries, trackUntil } from './tracks.ts'

const NONE = Number.NaN

describe('the track of a unit', () => {
  it('takes the value before where a reduced series has only one of the two', () => {
    const x = Float64Array.of(1, 2, 3, 4)
    const columns = [Float64Array.of(50, NONE, 51, 51), Float64Array.of(NONE, 7, NONE, NONE)]

    expect(trackOfSeries({ x, columns })).toEqual({
      times: [2, 3],
      positions: [
        [7, 50],
        [7, 51],
      ],
    })
  })

  it('of whole records leaves out those that had not arrived, and those without a position', () => {
    const x = Float64Array.of(1, 2, 3, 4)
    const columns = [Float64Array.of(50, 51, NONE, 53), Float64Array.of(7, 7, 7, 7), Float64Array.of(1, 9, 3, 4)]

    const track = trackOfArrivals({ x, columns })

    expect(track).toEqual({
      times: [1, 2, 4],
      positions: [
        [7, 50],
        [7, 51],
        [7, 53],
      ],
      arrivals: [1, 9, 4],
    })
    const latitudesAt = (at: number) => trackUntil(track, { at }).map(([, latitude]) => latitude)
    expect([3, 4, 8, 9].map(latitudesAt)).toEqual([[50], [50, 53], [50, 53], [50, 51, 53]])
  })

  it.each([
    [{ at: 0 }, []],
    [{ at: 3 }, [1, 2, 3]],
    [{ at: 3.5, lastMs: 1 }, [3]],
    [{ at: 9, most: 3 }, [1, 3, 5, 6]],
  ])('ends at the moment: %o', (asked, latitudes) => {
    const times = [1, 2, 3, 4, 5, 6]
    const track = { times, positions: times.map((time): [number, number] => [0, time]) }

    expect(trackUntil(track, asked).map(([, latitude]) => latitude)).toEqual(latitudes)
  })
})
