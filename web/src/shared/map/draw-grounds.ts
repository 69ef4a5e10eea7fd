import type { MapSettings } from '@fieldwatch/contract/api/map'
import { loadChunk } from '#platform/parts/load-chunk.ts'
import { inLightScheme } from '#platform/print/light-scheme.ts'
import type { LoadTile } from './drawn-map.ts'
import type { MapFrame } from './graticule.ts'
import { mapLook } from './map-colours.ts'

/** A picture of a part of the world, as maps of the portal show it in the light scheme. */
export interface Ground {
  /** A data URL. */
  readonly url: string
  /** At which it is drawn; the map cannot show every zoom. */
  readonly zoom: number
  /** Whom its data is from. */
  readonly credit: string
}

interface GroundOptions {
  readonly settings: MapSettings
  readonly loadTile: LoadTile
  readonly signal: AbortSignal
  /** Called for each frame that has a picture, by its place. */
  readonly onGround: (place: number, ground: Ground) => void
}

const loadMap = loadChunk('map', () => import('./create-map.ts'))

/** Enough for paper. */
const PIXEL_RATIO = 2
const QUALITY = 0.9
/** Steps that a picture without streets is farther out, so that names around are in sight. */
const OUT_STEPS = 2
const OUT_LEAST_ZOOM = 9
/** Steps and degrees by which a map may be off. */
const TOLERANCE = 0.0001

/**
 * Draws parts of the world of one size, one after the other, on one map out of sight. Google Maps may not be copied: our own map takes its place.
 * @throws Error when the browser cannot draw maps
 */
export async function drawGrounds(frames: readonly MapFrame[], options: GroundOptions): Promise<void> {
  const { settings, loadTile, signal, onGround } = options
  const [first] = frames
  if (first === undefined) return
  const container = document.createElement('div')
  container.inert = true
  Object.assign(container.style, {
    position: 'fixed',
    left: '-100vw',
    width: `${first.width}px`,
    height: `${first.height}px`,
  })
  document.body.append(container)
  const life = new AbortController()
  const end = () => life.abort(signal.reason)
  signal.addEventListener('abort', end)
  try {
    const { createMap } = await loadMap()
    const look = inLightScheme(mapLook)
    const { styleUrl, streets } = settings
    const map = await createMap({
      container,
      styleUrl,
      streets,
      loadTile,
      signal: life.signal,
      look: () => look,
      pixelRatio: PIXEL_RATIO,
    })
    const canvas = document.createElement('canvas')
    for (const [place, { centre, zoom }] of frames.entries()) {
      const isBare = map.surface.isBare(centre)
      map.surface.jumpTo(centre, isBare ? Math.min(zoom, Math.max(zoom - OUT_STEPS, OUT_LEAST_ZOOM)) : zoom)
      const shown = await Promise.race([map.rest?.(), aborted(signal)])
      // No map shows more than the world, or what is beyond the poles.
      if (shown === undefined || shown.zoom > zoom + TOLERANCE) continue
      if (Math.abs(shown.centre[1] - centre[1]) > TOLERANCE) continue
      map.copyTo?.(canvas)
      const credit = container.querySelector('.maplibregl-ctrl-attrib-inner')?.textContent ?? ''
      onGround(place, { url: canvas.toDataURL('image/jpeg', QUALITY), zoom: shown.zoom, credit })
    }
  } finally {
    signal.removeEventListener('abort', end)
    life.abort()
    container.remove()
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}
