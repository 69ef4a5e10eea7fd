import { describe, expect, it } from 'vitest'
import { trackFrame, trackPicture } from './track-picture.ts'

const trackOf = (lon: number[], lat: number[]) => ({ at: lon.map((_, place) => place), lon, lat })

describe('the picture of a track', () => {
  it('has all of the track, as close as it can be, with a round scale', () => {
    const track = trackOf([8, 8.2], [47, 47])
    const frame = trackFrame(track)
    if (frame === undefined) throw new Error('the unit moved')
    const { path, start, end, scale } = trackPicture(track, frame)

    expect(path).toBe('M24 120L296 120')
    expect([start, end]).toEqual([
      [24, 120],
      [296, 120],
    ])
    // A fifth of a degree is 15.2 km there.
    expect(scale.metres).toBe(5000)
    expect(scale.width).toBeCloseTo((5000 / 15_183) * 272, 0)
  })

  it('is drawn at the zoom that a map can show', () => {
    const track = trackOf([8, 8.2], [47, 47])
    const frame = trackFrame(track)
    if (frame === undefined) throw new Error('the unit moved')

    expect(trackPicture(track, { ...frame, zoom: frame.zoom - 1 }).path).toBe('M92 120L228 120')
  })

  it('crosses the date line without a line around the world', () => {
    const track = trackOf([179.9, -179.9], [0, 0])
    const frame = trackFrame(track)
    if (frame === undefined) throw new Error('the unit moved')

    expect(trackPicture(track, frame).path).toBe('M24 120L296 120')
    expect(frame.centre[0]).toBeCloseTo(180)
  })

  it('does not show a short way closer than streets', () => {
    expect(trackFrame(trackOf([8, 8.0015], [47, 47]))?.zoom).toBe(16)
  })

  it('is left out for a unit that did not move, and for one without positions', () => {
    expect(trackFrame(trackOf([8, 8.0001], [47, 47]))).toBeUndefined()
    expect(trackFrame(trackOf([], []))).toBeUndefined()
  })
})
