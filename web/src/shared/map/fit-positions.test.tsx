import { answerTo } from '#testing/answers.ts'
import { getNearestPlace } from '@fieldwatch/contract/units/nearest-place'
import { render, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createFakeMap } from '#testing/fake-map.ts'
import { renderPart } from '#testing/render-part.tsx'
import { FitPositions } from './fit-positions.tsx'
import { MapContext } from './map-context.ts'
import { DEFAULT_CENTRE, DEFAULT_ZOOM, MAX_MARKERS } from './map-limits.ts'
import type { Position } from './position.ts'

function fit(positions: Position[]) {
  const { map, moves } = createFakeMap()
  const view = (of: Position[], occasion: string) => (
    <MapContext value={map}>
      <FitPositions positions={of} occasion={occasion} />
    </MapContext>
  )
  const { rerender } = render(view(positions, 'first'))
  return { moves, again: (of: Position[], occasion: string) => rerender(view(of, occasion)) }
}

describe('the view of the map', () => {
  // spec 1-9-08, 1-9-09
  it('holds all positions with a margin of 50, and zooms in to 15 at most', () => {
    expect(
      fit([
        [-100, 40],
        [-90, 45],
      ]).moves,
    ).toEqual([{ extent: [-100, 40, -90, 45], options: { padding: 50, maxZoom: 15, animate: false } }])
  })

  // spec 1-9-10
  it('shows a single unit at zoom 18', () => {
    expect(fit([[-100, 40]]).moves).toEqual([{ centre: [-100, 40], zoom: 18 }])
  })

  it('stays where it is without positions', () => {
    expect(fit([]).moves).toEqual([])
  })

  it('is fitted again on another occasion, not when a unit moves', () => {
    const { moves, again } = fit([[-100, 40]])

    again([[-101, 40]], 'first')
    expect(moves).toHaveLength(1)
    again([[-101, 40]], 'second')
    expect(moves).toHaveLength(2)
  })

  // spec 1-9-11
  it('starts in the middle of the United States and draws at most 50 single markers', () => {
    expect([DEFAULT_CENTRE, DEFAULT_ZOOM, MAX_MARKERS]).toEqual([[-98.9, 39.2], 5, 50])
  })
})

describe('the view of a map without streets', () => {
  const well: Position = [-99.7, 33.16]
  const tower: Position = [-80, 40]

  /** The nearest place to the well is 5 km away, to the tower none. */
  function fitBare() {
    const area = { zoom: 18, extent: [-99.701, 33.159, -99.699, 33.161] as [number, number, number, number] }
    const { map, moves, tell } = createFakeMap(area, { bare: true })
    const answers = Promise.withResolvers<void>()
    const view = (of: Position[], occasion: string) => (
      <MapContext value={map}>
        <FitPositions positions={of} occasion={occasion} />
      </MapContext>
    )
    const place = { name: 'Haskell', distanceKm: 5, direction: 'west', lat: 33.16, lon: -99.73 }
    const routes = [
      answerTo(getNearestPlace, async ({ path }: { path: string }) => {
        await answers.promise
        return path.includes('lon=-80') ? { ...place, lon: -99.7 } : place
      }),
    ]
    const { rerender } = renderPart(view([well], 'first'), { routes })
    return {
      moves,
      tell,
      answer: () => answers.resolve(),
      fitAnew: (of: Position[], occasion: string) => rerender(view(of, occasion)),
    }
  }

  // spec 1-9-10
  it('goes out until the nearest name is in sight', async () => {
    const { moves, answer } = fitBare()
    answer()

    await waitFor(() => expect(moves).toHaveLength(2))
    expect(moves).toEqual([
      { centre: well, zoom: 18 },
      { centre: well, zoom: expect.closeTo(12.58, 1) },
    ])
  })

  it('stays close when the name is in sight already, or was moved by the person', async () => {
    const { moves, tell, answer, fitAnew } = fitBare()
    tell('person')
    fitAnew([tower], 'second')
    answer()
    fitAnew([well], 'third')

    await waitFor(() => expect(moves).toHaveLength(4))
    expect(moves.map((move) => (move as { zoom: number }).zoom)).toEqual([18, 18, 18, expect.closeTo(12.58, 1)])
  })
})
