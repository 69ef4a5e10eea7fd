import { render } from '@testing-library/react'
import type { Map as MapLibre } from 'maplibre-gl'
import { describe, expect, it } from 'vitest'
import { MapContext } from '#map/map-context.ts'
import type { Position } from '#map/position.ts'
import { FollowPosition } from './follow-position.tsx'

/** A map that remembers where it was moved to and takes gestures from the test. */
function createFakeMap() {
  const centres: unknown[] = []
  const listeners = new Map<string, (event: object) => void>()
  const map = {
    on: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    off: (type: string) => listeners.delete(type),
    easeTo: ({ center }: { center: unknown }) => centres.push(center),
  }
  return {
    centres,
    map: map as unknown as MapLibre,
    gesture: (type: string, event: object) => listeners.get(type)?.(event),
  }
}

function show(map: MapLibre) {
  const tree = (position: Position) => (
    <MapContext value={map}>
      <FollowPosition position={position} />
    </MapContext>
  )
  const { rerender } = render(tree([1, 50]))
  return (position: Position) => rerender(tree(position))
}

describe('following a position', () => {
  it('keeps the map over the latest one', () => {
    const { centres, map } = createFakeMap()
    const move = show(map)
    move([2, 51])

    expect(centres).toEqual([
      [1, 50],
      [2, 51],
    ])
  })

  it.each(['dragstart', 'zoomstart'])('ends when the person moves the map (%s)', (type) => {
    const { centres, map, gesture } = createFakeMap()
    const move = show(map)
    gesture(type, { originalEvent: new Event('pointer') })
    move([2, 51])

    expect(centres).toEqual([[1, 50]])
  })

  it('goes on when the map was moved by the program', () => {
    const { centres, map, gesture } = createFakeMap()
    const move = show(map)
    gesture('zoomstart', {})
    move([2, 51])

    expect(centres).toHaveLength(2)
  })
})
