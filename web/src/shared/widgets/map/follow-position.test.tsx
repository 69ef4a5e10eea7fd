import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MapContext } from '#shared/map/map-context.ts'
import type { MapSurface } from '#shared/map/map-surface.ts'
import type { Position } from '#shared/map/position.ts'
import { createFakeMap } from '#testing/fake-map.ts'
import { FollowPosition } from './position-map.tsx'

function show(map: MapSurface) {
  const tree = (position: Position) => (
    <MapContext value={map}>
      <FollowPosition position={position} />
    </MapContext>
  )
  const { rerender } = render(tree([1, 50]))
  return (position: Position) => rerender(tree(position))
}

describe('following a position', () => {
  // spec 1-2-61, 1-4-15, 1-4-16
  it('keeps the map over the latest one', () => {
    const { moves, map } = createFakeMap()
    const move = show(map)
    move([2, 51])

    expect(moves).toEqual([
      [1, 50],
      [2, 51],
    ])
  })

  // spec 1-4-16
  it('ends when the person zooms or drags', () => {
    const { moves, map, tell } = createFakeMap()
    const move = show(map)
    tell('person')
    move([2, 51])

    expect(moves).toEqual([[1, 50]])
  })
})
