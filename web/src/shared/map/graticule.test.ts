import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graticuleOf, latitudeLabel, longitudeLabel, spacingFor } from './graticule.ts'
import { worldSize } from './mercator.ts'

describe('the spacing of the graticule', () => {
  it.each([
    [0, 90],
    [1, 45],
    [2, 20],
    [3, 10],
    [5, 5],
    [7, 1],
    [9, 0.2],
    [11, 0.05],
    [13, 0.01],
    [15, 0.005],
    [17, 0.001],
    [18, 0.0005],
    [20, 0.0001],
  ])('at zoom %s is %s degrees', (zoom, spacing) => {
    expect(spacingFor(360 / worldSize(zoom))).toBe(spacing)
  })
})

describe('the name of a line', () => {
  it.each([
    [-98.5, 0.5, '98.5° W'],
    [12, 0.5, '12.0° E'],
    [0, 10, '0°'],
    [-180, 10, '180°'],
    [190, 10, '170° W'],
    [-190, 10, '170° E'],
    [-98.9005, 0.0005, '98.9005° W'],
    [11.58, 0.01, '11.58° E'],
  ])('at longitude %s in steps of %s is %s', (degrees, spacing, label) => {
    expect(longitudeLabel(degrees, spacing)).toBe(label)
  })

  it.each([
    [39.2, 0.1, '39.2° N'],
    [-40, 5, '40° S'],
    [0, 0.1, '0.0°'],
    [48.137, 0.001, '48.137° N'],
  ])('at latitude %s in steps of %s is %s', (degrees, spacing, label) => {
    expect(latitudeLabel(degrees, spacing)).toBe(label)
  })
})

describe('the graticule', () => {
  it('has the lines that cross the map, where they cross it', () => {
    const { meridians, parallels } = graticuleOf({ zoom: 5, centre: [-100, 0], width: 1000, height: 600 })

    expect(meridians.map(({ degrees }) => degrees)).toEqual([-110, -105, -100, -95, -90])
    expect(meridians[2]?.at).toBe(500)
    expect(parallels.map(({ degrees }) => degrees)).toEqual([-5, 0, 5])
    expect(parallels[1]?.at).toBe(300)
  })

  it('names no line where the name would lie under a control or another name', () => {
    const { meridians, parallels } = graticuleOf({ zoom: 5, centre: [-100, 0], width: 1000, height: 470 })

    expect(meridians.map(({ label }) => label)).toEqual(['110° W', '105° W', '100° W', '95° W', undefined])
    expect(parallels.map(({ label }) => label)).toEqual([undefined, '0°', undefined])
  })

  it('has finer parallels where the map stretches', () => {
    const { meridians, parallels } = graticuleOf({ zoom: 5, centre: [10, 65], width: 800, height: 600 })

    expect(meridians.map(({ degrees }) => degrees)).toEqual([5, 10, 15])
    expect(parallels.map(({ degrees }) => degrees)).toEqual([63, 64, 65, 66, 67])
  })

  it('carries on over the date line and ends before the poles', () => {
    const { meridians, parallels } = graticuleOf({ zoom: 1, centre: [180, 0], width: 600, height: 1200 })

    expect(meridians.map(({ label }) => label)).toEqual(['90° E', '135° E', '180°', '135° W', undefined])
    expect(parallels.map(({ degrees }) => degrees)).toEqual([-45, 0, 45])
  })

  it('keeps its lines apart and never leaves a map without them', () => {
    const zoom = fc.double({ min: 4, max: 20, noNaN: true })
    const longitude = fc.double({ min: -180, max: 180, noNaN: true })
    const latitude = fc.double({ min: -75, max: 75, noNaN: true })
    fc.assert(
      fc.property(zoom, longitude, latitude, (at, east, north) => {
        const { meridians, parallels } = graticuleOf({ zoom: at, centre: [east, north], width: 700, height: 700 })
        expect(meridians.length).toBeGreaterThan(0)
        expect(meridians.length).toBeLessThanOrEqual(8)
        expect(parallels.length).toBeGreaterThan(0)
        expect(parallels.length).toBeLessThanOrEqual(20)
      }),
    )
  })
})
