import type { MapArea, MapSurface } from '#shared/map/map-surface.ts'
import type { Position } from '#shared/map/position.ts'

/** A map that writes down what its layers do with it, and takes gestures from the test. */
export function createFakeMap(area: MapArea = { zoom: 5, extent: [-180, -85, 180, 85] }, { bare = false } = {}) {
  const moves: unknown[] = []
  const placed = new Map<HTMLElement, Position>()
  const tracks: { positions: readonly Position[]; removed: boolean }[] = []
  const listeners = { rest: new Set<() => void>(), person: new Set<() => void>(), press: new Set<() => void>() }

  function listen(kind: keyof typeof listeners, listener: () => void): () => void {
    listeners[kind].add(listener)
    return () => listeners[kind].delete(listener)
  }
  function put(element: HTMLElement, { position }: { position: Position }) {
    placed.set(element, position)
    document.body.append(element)
    return {
      move: (to: Position) => void placed.set(element, to),
      remove: () => {
        placed.delete(element)
        element.remove()
      },
    }
  }

  const map: MapSurface = {
    isBare: () => bare,
    zoom: () => area.zoom,
    maxZoom: () => 20,
    area: () => area,
    jumpTo: (centre, zoom) => void moves.push({ centre, zoom }),
    panTo: (centre) => void moves.push(centre),
    fit: (extent, options) => void moves.push({ extent, options }),
    onRest: (listener) => listen('rest', listener),
    onPersonMove: (listener) => listen('person', listener),
    onPress: (listener) => listen('press', listener),
    place: put,
    placeCard: put,
    addTrack: () => {
      const track = { positions: [] as readonly Position[], removed: false }
      tracks.push(track)
      return {
        draw: (positions) => void (track.positions = positions),
        remove: () => void (track.removed = true),
      }
    },
  }
  return {
    map,
    /** Where it was sent, in order. */
    moves,
    /** What is on it, by position. */
    places: () => [...placed.values()],
    tracks,
    tell: (kind: keyof typeof listeners) => {
      for (const listener of listeners[kind]) listener()
    },
  }
}
