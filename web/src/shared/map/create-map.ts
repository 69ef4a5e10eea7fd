import 'maplibre-gl/dist/maplibre-gl.css'
import {
  AttributionControl,
  type LayerSpecification,
  Map,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl'
// Bundled as a file of our own, as the content policy blocks other code.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { baseLayers, baseStyle, MAP_FONT, PLACES_ATTRIBUTION } from './base-style.ts'
import type { DrawnMap, MapOptions } from './drawn-map.ts'
import { frameOf } from './graticule.ts'
import { mapLook } from './map-colours.ts'
import { createMapLibreSurface } from './map-libre-surface.ts'
import { BASE_MAP_MAX_ZOOM, DEFAULT_CENTRE, DEFAULT_ZOOM } from './map-limits.ts'
import { extentHolds } from './position.ts'
import { t } from './texts.ts'

setWorkerUrl(workerUrl)

/**
 * Draws a map into `container`; resolves when sources and layers may be added.
 * @throws Error when the base map cannot be loaded or the browser cannot draw maps
 */
export async function createMap(options: MapOptions): Promise<DrawnMap> {
  const { container, styleUrl, streets, loadTile, signal, look = mapLook, pixelRatio } = options
  const map = createEmptyMap(container, pixelRatio)
  const drawn = (parts: Omit<DrawnMap, 'copyTo' | 'rest'>): DrawnMap => ({
    ...parts,
    rest: async () => {
      const resting = map.once('idle')
      map.triggerRepaint()
      await resting
      return frameOf(map)
    },
    copyTo: (canvas) => {
      parts.repaint?.()
      copy(map, canvas)
    },
  })
  signal.addEventListener('abort', () => map.remove(), { once: true })
  const styled = styleUrl !== null && (await loadStyle(map, styleUrl))
  signal.throwIfAborted()
  if (styled) return drawn({ surface: createMapLibreSurface(map, { isBare: () => false }) })

  await document.fonts.load(`16px '${MAP_FONT.join()}'`)
  map.setMaxZoom(BASE_MAP_MAX_ZOOM)
  if (streets === null) {
    signal.throwIfAborted()
    await draw(map, baseStyle(location.origin, look().colours))
    const surface = createMapLibreSurface(map, { isBare: () => true })
    return drawn({ surface, grid: map, repaint: () => paint(map, baseLayers(look().colours)) })
  }
  const { serveStreets, streetLayers, streetStyle } = await import('./street-style.ts')
  signal.throwIfAborted()
  serveStreets(loadTile)
  const { colours, scheme } = look()
  await draw(map, streetStyle(location.origin, streets, colours, scheme))
  const surface = createMapLibreSurface(map, { isBare: (position) => !extentHolds(streets.bounds, position) })
  return drawn({
    surface,
    repaint: () => {
      const now = look()
      paint(map, streetLayers(streets, now.colours, now.scheme))
    },
  })
}

function createEmptyMap(container: HTMLElement, pixelRatio: number | undefined): Map {
  const map = new Map({
    container,
    ...(pixelRatio === undefined ? {} : { pixelRatio }),
    center: DEFAULT_CENTRE,
    zoom: DEFAULT_ZOOM,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    maxPitch: 0,
    renderWorldCopies: true,
    locale: {
      'Map.Title': t('map.title'),
      'NavigationControl.ZoomIn': t('map.zoom-in'),
      'NavigationControl.ZoomOut': t('map.zoom-out'),
      'AttributionControl.ToggleAttribution': t('map.attribution'),
    },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new AttributionControl({ compact: false, customAttribution: PLACES_ATTRIBUTION }), 'bottom-right')
  map.addControl(new ScaleControl(), 'bottom-left')
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  return map
}

async function draw(map: Map, style: StyleSpecification): Promise<void> {
  const ready = new Promise<void>((resolve) => void map.once('style.load', () => resolve()))
  map.setStyle(style, { diff: false })
  await ready
}

/** The picture of a WebGL canvas lasts until the browser shows the next one, so it is drawn just before it is copied. */
function copy(map: Map, canvas: HTMLCanvasElement): void {
  map.redraw()
  const picture = map.getCanvas()
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
}

/** Changes each colour in place: a new style would drop the layers of units and tracks. */
function paint(map: Map, layers: readonly LayerSpecification[]): void {
  for (const { id, paint: paints } of layers) {
    for (const [property, value] of Object.entries(paints ?? {})) {
      // The value fits the layer's kind, as both come from a style.
      map.setPaintProperty(id, property as Parameters<Map['setPaintProperty']>[1], value as never)
    }
  }
}

/** How long to wait for a style before the offline base map is drawn. */
export const STYLE_TIMEOUT_MS = 8000

/**
 * Draws the map by the style document at `url`; false when it cannot be read, is not a style, or takes too long. Later failures,
 * such as of a tile, only leave a gap.
 */
export function loadStyle(map: Map, url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (loaded: boolean) => {
      clearTimeout(timer)
      map.off('style.load', onLoad)
      map.off('error', onError)
      resolve(loaded)
    }
    const onLoad = () => settle(true)
    const onError = () => settle(false)
    const timer = setTimeout(onError, STYLE_TIMEOUT_MS)
    map.on('style.load', onLoad)
    map.on('error', onError)
    map.setStyle(url, { diff: false })
  })
}
