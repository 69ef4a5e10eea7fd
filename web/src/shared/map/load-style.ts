import type { Map } from 'maplibre-gl'

/** Behind a network that swallows requests, the offline base map is drawn after this. */
export const STYLE_TIMEOUT_MS = 8000

/**
 * Draws the map by the style document at `url`; false when it cannot be read, is no style, or does not come in time. What
 * fails later, such as a tile, leaves a hole in the map and no more.
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
