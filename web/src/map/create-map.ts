import 'maplibre-gl/dist/maplibre-gl.css'
import { AttributionControl, Map, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl'
// Bundled as a file of our own, because the content policy lets nobody else's code run.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import worldUrl from 'world-atlas/countries-50m.json?url'
import { baseStyle, type World } from './base-style.ts'
import type { DrawnMap, MapOptions } from './drawn-map.ts'
import { loadStyle } from './load-style.ts'
import { createMapLibreSurface } from './map-libre-surface.ts'
import { BASE_MAP_MAX_ZOOM, DEFAULT_CENTRE, DEFAULT_ZOOM } from './map-limits.ts'

setWorkerUrl(workerUrl)

/**
 * Draws a map into `container`; resolves when sources and layers may be added.
 * @throws Error when the base map cannot be loaded or the browser cannot draw maps
 */
export async function createMap({ container, colours, styleUrl, signal }: MapOptions): Promise<DrawnMap> {
  const map = createEmptyMap(container)
  signal.addEventListener('abort', () => map.remove(), { once: true })
  const styled = styleUrl !== null && (await loadStyle(map, styleUrl))
  signal.throwIfAborted()
  if (styled) return { surface: createMapLibreSurface(map), baseMap: undefined }

  const world = await fetchWorld(signal)
  const ready = new Promise<void>((resolve) => void map.once('style.load', () => resolve()))
  map.setMaxZoom(BASE_MAP_MAX_ZOOM)
  map.setStyle(baseStyle(world, colours), { diff: false })
  await ready
  return { surface: createMapLibreSurface(map), baseMap: map }
}

function createEmptyMap(container: HTMLElement): Map {
  const map = new Map({
    container,
    center: DEFAULT_CENTRE,
    zoom: DEFAULT_ZOOM,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    maxPitch: 0,
    renderWorldCopies: true,
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(new AttributionControl({ compact: false }), 'bottom-right')
  map.addControl(new ScaleControl(), 'bottom-left')
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  return map
}

async function fetchWorld(signal: AbortSignal): Promise<World> {
  const response = await fetch(worldUrl, { signal })
  if (!response.ok) throw new Error(`The base map answered ${response.status}`)
  const world = (await response.json()) as World
  signal.throwIfAborted()
  return world
}
