import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createFakeMap } from '#testing/fake-map.ts'
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
  it('holds all positions with a margin of 50, and zooms in to 15 at most', () => {
    expect(
      fit([
        [-100, 40],
        [-90, 45],
      ]).moves,
    ).toEqual([{ extent: [-100, 40, -90, 45], options: { padding: 50, maxZoom: 15, animate: false } }])
  })

  it('shows a single unit at zoom 18', () => {
    expect(fit([[-100, 40]]).moves).toEqual([{ centre: [-100, 40], zoom: 18 }])
  })

  it('stays where it is without positions', () => {
    expect(fit([]).moves).toEqual([])
  })

  it('is fitted anew on another occasion, not when a unit moves', () => {
    const { moves, again } = fit([[-100, 40]])

    again([[-101, 40]], 'first')
    expect(moves).toHaveLength(1)
    again([[-101, 40]], 'second')
    expect(moves).toHaveLength(2)
  })

  it('starts in the middle of the United States and draws at most 50 single markers', () => {
    expect([DEFAULT_CENTRE, DEFAULT_ZOOM, MAX_MARKERS]).toEqual([[-98.9, 39.2], 5, 50])
  })
})
