import type { BaseMapColours } from './base-style.ts'

export type Scheme = 'light' | 'dark'

/** The colours of the map in the scheme that the page has now. WebGL takes no CSS variables, so they are read out. */
export function mapColours(): BaseMapColours {
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
export function mapScheme(): Scheme {
  return document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light'
}
