import 'maplibre-gl/dist/maplibre-gl.css'
import { AttributionControl, Map, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl'
// Bundled as a file of our own, because the content policy lets nobody else's code run.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import worldUrl from 'world-atlas/countries-50m.json?url'
import { type BaseMapColours, baseStyle, type World } from './base-style.ts'
import { DEFAULT_CENTRE, DEFAULT_ZOOM } from './map-limits.ts'

setWorkerUrl(workerUrl)

/**
 * Draws a map into `container`; resolves when sources and layers may be added.
 * @throws Error when the base map cannot be loaded or the browser cannot draw maps
 */
export async function createMap(container: HTMLElement, colours: BaseMapColours, signal: AbortSignal): Promise<Map> {
  const response = await fetch(worldUrl, { signal })
  if (!response.ok) throw new Error(`The base map answered ${response.status}`)
  const world = (await response.json()) as World
  signal.throwIfAborted()
  const map = new Map({
    container,
    style: baseStyle(world, colours),
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
  signal.addEventListener('abort', () => map.remove(), { once: true })
  await new Promise<void>((resolve) => void map.once('style.load', () => resolve()))
  return map
}
