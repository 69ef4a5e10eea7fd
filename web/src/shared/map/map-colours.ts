import type { BaseMapColours } from './base-style.ts'

export type Scheme = 'light' | 'dark'

/** How a map is painted. */
export interface MapLook {
  readonly colours: BaseMapColours
  readonly scheme: Scheme
}

/** In the scheme that the page has now. */
export function mapLook(): MapLook {
  return { colours: mapColours(), scheme: mapScheme() }
}

/** The colours of the map in the scheme that the page has now. WebGL takes no CSS variables, so they are read out. */
function mapColours(): BaseMapColours {
  const styles = getComputedStyle(document.documentElement)
  const token = (name: string) => styles.getPropertyValue(`--fw-map-${name}`).trim()
  return {
    water: token('water'),
    land: token('land'),
    line: token('line'),
    label: token('label'),
    title: token('title'),
  }
}

/** The scheme that the page has now. */
function mapScheme(): Scheme {
  return document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light'
}
