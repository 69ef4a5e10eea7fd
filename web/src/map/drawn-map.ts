import type { Map } from 'maplibre-gl'
import type { BaseMapColours } from './base-style.ts'
import type { MapSurface } from './map-surface.ts'

export interface MapOptions {
  container: HTMLElement
  /** Of the offline base map. */
  colours: BaseMapColours
  /** MapLibre style document to draw the map with; null means the offline base map. */
  styleUrl: string | null
  /** Takes the map away. */
  signal: AbortSignal
}

export interface DrawnMap {
  readonly surface: MapSurface
  /** The offline base map, when that is what is drawn: also when the style document could not be loaded. */
  readonly baseMap: Map | undefined
}
