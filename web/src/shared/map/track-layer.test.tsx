import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createFakeMap } from '#testing/fake-map.ts'
import { MapContext } from './map-context.ts'
import { MapMarker } from './map-marker.tsx'
import type { Position } from './position.ts'
import { TrackLayer } from './track-layer.tsx'

describe('the track on a map', () => {
  it('is drawn, drawn again, and removed with its layer', () => {
    const { map, tracks } = createFakeMap()
    const tree = (positions: Position[]) => (
      <MapContext value={map}>
        <TrackLayer lines={[positions]} />
      </MapContext>
    )
    const { rerender, unmount } = render(tree([[1, 50]]))
    const longer: Position[] = [
      [1, 50],
      [2, 51],
    ]
    rerender(tree(longer))
    unmount()

    expect(tracks).toEqual([{ lines: [longer], removed: true }])
  })
})

describe('a marker', () => {
  it('moves as the same element, and goes with its layer', () => {
    const { map, places } = createFakeMap()
    const tree = (position: Position) => (
      <MapContext value={map}>
        <MapMarker position={position}>
          <button type="button">Pin</button>
        </MapMarker>
      </MapContext>
    )
    const { rerender, unmount, getByRole } = render(tree([1, 50]))
    const pin = getByRole('button')
    rerender(tree([2, 51]))

    expect(places()).toEqual([[2, 51]])
    expect(getByRole('button')).toBe(pin)
    unmount()
    expect(places()).toEqual([])
  })
})
