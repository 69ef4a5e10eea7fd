import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import type { GoogleMaps } from './google-maps.ts'

/** Ends the wait on a network that drops requests. */
const LOAD_TIMEOUT_MS = 20_000

/** @throws Error when Google Maps does not come */
export async function loadGoogleMaps(key: string): Promise<GoogleMaps> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('Google Maps did not come in time')), LOAD_TIMEOUT_MS)
  try {
    setOptions({ key, v: 'weekly' })
    return await Promise.race([importLibrary('maps'), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
