import 'maplibre-gl/dist/maplibre-gl.css'
import { AttributionControl, Map, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl'
// Bundled as a file of our own, because the content policy lets nobody else's code run.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { baseStyle, MAP_FONT, PLACES_ATTRIBUTION } from './base-style.ts'
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
  if (styled) return { surface: createMapLibreSurface(map, { bare: false }), baseMap: undefined }

  await document.fonts.load(`16px '${MAP_FONT.join()}'`)
  signal.throwIfAborted()
  const ready = new Promise<void>((resolve) => void map.once('style.load', () => resolve()))
  map.setMaxZoom(BASE_MAP_MAX_ZOOM)
  map.setStyle(baseStyle(location.origin, colours), { diff: false })
  await ready
  return { surface: createMapLibreSurface(map, { bare: true }), baseMap: map }
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
  map.addControl(new AttributionControl({ compact: false, customAttribution: PLACES_ATTRIBUTION }), 'bottom-right')
  map.addControl(new ScaleControl(), 'bottom-left')
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  return map
}
