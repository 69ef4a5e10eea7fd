import { describe, expect, it } from 'vitest'
import { trackOfRecords, trackOfSeries, trackUntil } from './tracks.ts'

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

  it('is in the order of time', () => {
    const record = (second: number, lat: number | null) => {
      const messageUTC = new Date(second * 1000).toISOString()
      return { messageUTC, recieveUTC: messageUTC, lat, lon: 7 }
    }

    expect(
      trackOfRecords([record(3, 52), record(2, null), record(1, 50)], { latitudeField: 'lat', longitudeField: 'lon' }),
    ).toEqual([
      [7, 50],
      [7, 52],
    ])
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
