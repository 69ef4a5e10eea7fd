import type { Map as MapLibre } from 'maplibre-gl'
import { describe, expect, it } from 'vitest'
import { createMapLibreSurface } from './map-libre-surface.ts'

/** The gestures and the view of a map, without its drawing. */
function createView() {
  const listeners = new Map<string, (event: object) => void>()
  const map = {
    on: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    off: (type: string) => listeners.delete(type),
    getZoom: () => 7,
    getBounds: () => ({ getWest: () => -2, getSouth: () => 50, getEast: () => 3, getNorth: () => 55 }),
  }
  return {
    surface: createMapLibreSurface(map as unknown as MapLibre, { isBare: () => false }),
    gesture: (type: string, event: object) => listeners.get(type)?.(event),
    types: () => [...listeners.keys()],
  }
}

describe('a map of MapLibre', () => {
  it.each(['dragstart', 'zoomstart'])('reports a %s of the person, and not of our own moves', (type) => {
    const { surface, gesture, types } = createView()
    let moves = 0
    const stop = surface.onPersonMove(() => (moves += 1))
    gesture(type, {})
    const after = moves
    gesture(type, { originalEvent: {} })
    stop()

    expect([after, moves]).toEqual([0, 1])
    expect(types()).toEqual([])
  })

  it('says what part of the world it shows', () => {
    expect(createView().surface.area()).toEqual({ zoom: 7, extent: [-2, 50, 3, 55] })
  })
})
