import { type Map, type MapMouseEvent, Marker, Popup } from 'maplibre-gl'
import { addAreas } from './map-libre-areas.ts'
import { isOnContent, onLongPress, positionOfPress } from './map-libre-long-press.ts'
import type { CardOptions, MapArea, MapSurface, Placed, PlaceOptions, Reach } from './map-surface.ts'
import { createTracks } from './map-libre-tracks.ts'

/** A map that MapLibre draws, as layers see it. */
export function createMapLibreSurface(map: Map, { isBare }: Pick<MapSurface, 'isBare'>): MapSurface {
  let areas = 0

  function listen(types: readonly ('moveend' | 'resize')[], listener: () => void): () => void {
    for (const type of types) map.on(type, listener)
    return () => {
      for (const type of types) map.off(type, listener)
    }
  }

  return {
    isBare,
    zoom: () => map.getZoom(),
    maxZoom: () => map.getMaxZoom(),
    area: () => areaOf(map),
    jumpTo: (center, zoom) => void map.jumpTo({ center, zoom }),
    panTo: (center) => void map.easeTo({ center, duration: 300 }),
    fit: (extent, options) => void map.fitBounds(extent, options),
    onRest: (listener) => listen(['moveend', 'resize'], listener),
    onPersonMove: (listener) => {
      const moved = ({ originalEvent }: { originalEvent?: unknown }) => {
        // Only moves of the user have an original event.
        if (originalEvent !== undefined) listener()
      }
      map.on('dragstart', moved)
      map.on('zoomstart', moved)
      return () => {
        map.off('dragstart', moved)
        map.off('zoomstart', moved)
      }
    },
    onPress: (listener) => {
      const pressed = ({ originalEvent, lngLat }: MapMouseEvent) => {
        // Ignores clicks on markers and cards, which bubble to the map.
        if (!isOnContent(originalEvent)) listener(positionOfPress(lngLat))
      }
      map.on('click', pressed)
      return () => void map.off('click', pressed)
    },
    onLongPress: (listener) => onLongPress(map, listener),
    place: (element, options) => placeMarker(map, element, options),
    placeCard: (element, options) => placePopup(map, element, options),
    addTrack: createTracks(map),
    addAreas: () => addAreas(map, `areas-${areas++}`),
  }
}

function areaOf(map: Map): MapArea {
  const bounds = map.getBounds()
  return {
    zoom: map.getZoom(),
    extent: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
  }
}

function placeMarker(map: Map, element: HTMLElement, { position, anchor }: PlaceOptions): Placed {
  const marker = new Marker({ element, anchor }).setLngLat(position).addTo(map)
  // Removes the role and label that MapLibre gives each marker: the content has its own.
  for (const name of ['role', 'aria-label', 'tabindex']) element.removeAttribute(name)
  return { move: (to) => void marker.setLngLat(to), remove: () => void marker.remove() }
}

function placePopup(map: Map, element: HTMLElement, { position, reach }: CardOptions): Placed {
  const popup = new Popup({ closeButton: false, closeOnClick: false, maxWidth: 'none', offset: offsetsOf(reach) })
    .setDOMContent(element)
    .setLngLat(position)
    .addTo(map)
  return { move: (to) => void popup.setLngLat(to), remove: () => void popup.remove() }
}

const GAP = 4

/** Where a card is, by the side of it that is at the position. */
function offsetsOf({ up, down, aside }: Reach) {
  const above: [number, number] = [0, -up - GAP]
  const below: [number, number] = [0, down + GAP]
  const right: [number, number] = [aside + GAP, 0]
  const left: [number, number] = [-aside - GAP, 0]
  return {
    center: above,
    bottom: above,
    'bottom-left': above,
    'bottom-right': above,
    top: below,
    'top-left': below,
    'top-right': below,
    left: right,
    right: left,
  }
}
