import type { ColouredArea, MapArea, MapSurface } from '#shared/map/map-surface.ts'
import type { Position } from '#shared/map/position.ts'

type Pressed = (position: Position) => void

/** A map that writes down what its layers do with it, and takes gestures from the test. */
export function createFakeMap(area: MapArea = { zoom: 5, extent: [-180, -85, 180, 85] }, { bare = false } = {}) {
  const moves: unknown[] = []
  const placed = new Map<HTMLElement, Position>()
  const tracks: { lines: readonly (readonly Position[])[]; removed: boolean }[] = []
  const areas: { drawn: readonly ColouredArea[]; removed: boolean }[] = []
  const listeners = { rest: new Set<() => void>(), person: new Set<() => void>() }
  const presses = { press: new Set<Pressed>(), longPress: new Set<Pressed>() }

  function listen(kind: keyof typeof listeners, listener: () => void): () => void {
    listeners[kind].add(listener)
    return () => listeners[kind].delete(listener)
  }
  function listenToPress(kind: keyof typeof presses, listener: Pressed): () => void {
    presses[kind].add(listener)
    return () => presses[kind].delete(listener)
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
    onPress: (listener) => listenToPress('press', listener),
    onLongPress: (listener) => listenToPress('longPress', listener),
    place: put,
    placeCard: put,
    addTrack: () => {
      const track = { lines: [] as readonly (readonly Position[])[], removed: false }
      tracks.push(track)
      return {
        draw: (lines) => void (track.lines = lines),
        remove: () => void (track.removed = true),
      }
    },
    addAreas: () => {
      const layer = { drawn: [] as readonly ColouredArea[], removed: false }
      areas.push(layer)
      return { draw: (drawn) => void (layer.drawn = drawn), remove: () => void (layer.removed = true) }
    },
  }
  return {
    map,
    /** Where it was sent, in order. */
    moves,
    /** What is on it, by position. */
    places: () => [...placed.values()],
    tracks,
    /** The layers of areas. */
    areas,
    tell: (kind: keyof typeof listeners | 'press') => {
      if (kind === 'press') for (const listener of presses.press) listener([0, 0])
      else for (const listener of listeners[kind]) listener()
    },
    press: (position: Position, kind: keyof typeof presses = 'press') => {
      for (const listener of presses[kind]) listener(position)
    },
  }
}
