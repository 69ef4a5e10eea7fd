import { createAreas } from './google-areas.ts'
import type { GoogleMap, GoogleMaps, GooglePlace, GooglePress } from './google-maps.ts'
import { createOverlays } from './google-overlays.ts'
import type { FitOptions, MapArea, MapSurface } from './map-surface.ts'
import { pixelOf, positionAt, worldSize } from './mercator.ts'
import type { Extent, Position } from './position.ts'

export const GOOGLE_MAX_ZOOM = 21

const TRACK_WIDTH = 3

/** Google's tiles are 256 pixels wide, half of ours, so its zoom is one step ahead. */
const ZOOM_AHEAD = 1

/** A map that Google Maps draws, as layers see it. */
export function createGoogleSurface(maps: GoogleMaps, map: GoogleMap): MapSurface {
  const overlays = createOverlays(maps, map)
  let ownMove = false

  /** Google reports a zoom during a move of ours, which is then not the user's. */
  function move(work: () => void): void {
    ownMove = true
    work()
    ownMove = false
  }

  function show(centre: Position, zoom: number): void {
    move(() => {
      map.setZoom(zoom)
      map.setCenter(placeOf(centre))
    })
  }

  return {
    isBare: () => false,
    zoom: () => map.getZoom() ?? 0,
    maxZoom: () => GOOGLE_MAX_ZOOM,
    area: () => areaOf(map),
    jumpTo: show,
    panTo: (centre) => move(() => map.panTo(placeOf(centre))),
    fit: (extent, options) => {
      const view = viewOf(extent, sizeOf(map), options)
      show(view.centre, view.zoom)
    },
    onRest: (listener) => stopOf(map.addListener('idle', () => listener())),
    onPersonMove: (listener) => {
      const dragged = map.addListener('dragstart', () => listener())
      const zoomed = map.addListener('zoom_changed', () => {
        if (!ownMove) listener()
      })
      return () => {
        dragged.remove()
        zoomed.remove()
      }
    },
    // Clicks on markers and cards do not reach the map.
    onPress: (listener) => stopOf(map.addListener('click', pressedBy(listener))),
    // Google Maps sends it for a finger that rests too.
    onLongPress: (listener) => stopOf(map.addListener('contextmenu', pressedBy(listener))),
    place: overlays.place,
    placeCard: overlays.placeCard,
    addTrack: (colour) => {
      const drawn: InstanceType<GoogleMaps['Polyline']>[] = []
      const add = () =>
        new maps.Polyline({ map, path: [], strokeColor: colour, strokeWeight: TRACK_WIDTH, clickable: false })
      return {
        draw: (lines) => {
          for (const line of drawn.splice(lines.length)) line.setMap(null)
          for (const [place, positions] of lines.entries()) {
            const line = (drawn[place] ??= add())
            line.setPath(positions.map(placeOf))
          }
        },
        remove: () => {
          for (const line of drawn) line.setMap(null)
        },
      }
    },
    addAreas: () => createAreas(maps, map),
  }
}

function pressedBy(listener: (position: Position) => void): (event?: GooglePress) => void {
  return (event) => {
    const place = event?.latLng
    if (place) listener([place.lng(), place.lat()])
  }
}

export function placeOf([lng, lat]: Position): GooglePlace {
  return { lat, lng }
}

interface Size {
  width: number
  height: number
}

/** The view in which an extent is whole, in the steps of Google Maps. */
export function viewOf(extent: Extent, size: Size, { padding, maxZoom }: Omit<FitOptions, 'animate'>) {
  const [west, south, east, north] = extent
  const world = worldSize(0)
  const upper = pixelOf([west, north], world)
  const lower = pixelOf([east, south], world)
  const room = (length: number) => Math.max(1, length - 2 * padding)
  const times = Math.min(room(size.width) / (lower.x - upper.x), room(size.height) / (lower.y - upper.y))
  const zoom = Math.floor(Math.log2(times)) + ZOOM_AHEAD
  const centre = positionAt({ x: (upper.x + lower.x) / 2, y: (upper.y + lower.y) / 2 }, world)
  return { centre, zoom: Math.max(1, Math.min(maxZoom, zoom)) }
}

function areaOf(map: GoogleMap): MapArea {
  const zoom = (map.getZoom() ?? 0) - ZOOM_AHEAD
  const centre = map.getCenter()
  const world = worldSize(zoom)
  const middle = pixelOf([centre?.lng() ?? 0, centre?.lat() ?? 0], world)
  const { width, height } = sizeOf(map)
  const [west, north] = positionAt({ x: middle.x - width / 2, y: middle.y - height / 2 }, world)
  const [east, south] = positionAt({ x: middle.x + width / 2, y: middle.y + height / 2 }, world)
  return { zoom, extent: [west, south, east, north] }
}

function sizeOf(map: GoogleMap): Size {
  const { clientWidth: width, clientHeight: height } = map.getDiv()
  return { width, height }
}

function stopOf(listener: { remove: () => void }): () => void {
  return () => listener.remove()
}
