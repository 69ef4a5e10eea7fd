import type { LngLat, Map, MapMouseEvent, MapTouchEvent } from 'maplibre-gl'
import type { Position } from './position.ts'

/** What is shown on the map and is not the map itself. A marker alone is hit where its content lets presses through. */
const CONTENT = '.maplibregl-marker *, .maplibregl-popup'

/** How long a finger rests on the map. */
const LONG_PRESS_MS = 600

/** Presses by the other button of a mouse, and by a finger that rests: not every browser makes the second one the first. */
export function onLongPress(map: Map, listener: (position: Position) => void): () => void {
  let timer: number | undefined
  let askedAt = -Infinity
  const stop = (): void => window.clearTimeout(timer)
  const ask = (position: Position): void => {
    stop()
    // A browser that sends both does so within a moment.
    if (performance.now() - askedAt > LONG_PRESS_MS) listener(position)
    askedAt = performance.now()
  }
  const pressed = ({ originalEvent, lngLat }: MapMouseEvent): void => {
    if (!isOnContent(originalEvent)) ask(positionOfPress(lngLat))
  }
  const touched = ({ originalEvent, lngLat, points }: MapTouchEvent): void => {
    stop()
    if (points.length === 1 && !isOnContent(originalEvent))
      timer = window.setTimeout(() => ask(positionOfPress(lngLat)), LONG_PRESS_MS)
  }
  map.on('contextmenu', pressed)
  map.on('touchstart', touched)
  for (const end of ['touchend', 'touchcancel', 'touchmove', 'movestart'] as const) map.on(end, stop)
  return () => {
    stop()
    map.off('contextmenu', pressed)
    map.off('touchstart', touched)
    for (const end of ['touchend', 'touchcancel', 'touchmove', 'movestart'] as const) map.off(end, stop)
  }
}

/** Whether a press was on a marker or a card, from where it bubbles to the map. */
export function isOnContent({ target }: Event): boolean {
  return target instanceof Element && target.closest(CONTENT) !== null
}

/** The map shows the world more than once. */
export function positionOfPress(place: LngLat): Position {
  const { lng, lat } = place.wrap()
  return [lng, lat]
}
