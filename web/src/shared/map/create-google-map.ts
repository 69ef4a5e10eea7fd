import type { DrawnMap, MapOptions } from './drawn-map.ts'
import type { GoogleMaps } from './google-maps.ts'
import { createGoogleSurface, GOOGLE_MAX_ZOOM, placeOf } from './google-surface.ts'
import { DEFAULT_CENTRE, DEFAULT_ZOOM } from './map-limits.ts'
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'

interface GoogleMapOptions extends Pick<MapOptions, 'container' | 'signal'> {
  key: string
  colorScheme: 'LIGHT' | 'DARK'
  /** Called when Google Maps refuses the key, which it does after loading. */
  onRefused: () => void
  load?: (key: string) => Promise<GoogleMaps>
}

/** Creates a Google map in `container`. @throws Error when Google Maps cannot be loaded */
export async function createGoogleMap(options: GoogleMapOptions): Promise<DrawnMap> {
  const { container, key, signal, colorScheme, onRefused, load = loadGoogleMaps } = options
  listenForRefusal(onRefused, signal)
  const maps = await load(key)
  signal.throwIfAborted()
  const place = document.createElement('div')
  place.style.height = '100%'
  container.append(place)
  signal.addEventListener('abort', () => place.remove(), { once: true })
  const map = new maps.Map(place, {
    center: placeOf(DEFAULT_CENTRE),
    zoom: DEFAULT_ZOOM,
    maxZoom: GOOGLE_MAX_ZOOM,
    colorScheme,
    clickableIcons: false,
    fullscreenControl: false,
    streetViewControl: false,
    mapTypeControl: true,
  })
  return { surface: createGoogleSurface(maps, map) }
}

/** Google Maps calls a global function of this name when it refuses the key. */
function listenForRefusal(onRefused: () => void, signal: AbortSignal): void {
  const listener = () => {
    if (!signal.aborted) onRefused()
  }
  Object.assign(globalThis, { gm_authFailure: listener })
}

/** Ends the wait on a network that drops requests. */
const LOAD_TIMEOUT_MS = 20_000

/** @throws Error when Google Maps does not come */
async function loadGoogleMaps(key: string): Promise<GoogleMaps> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('Google Maps did not come in time')), LOAD_TIMEOUT_MS)
  try {
    setOptions({ key, v: 'weekly' })
    return await Promise.race([importLibrary('maps'), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
