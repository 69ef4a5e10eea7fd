import type { Map } from 'maplibre-gl'

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
