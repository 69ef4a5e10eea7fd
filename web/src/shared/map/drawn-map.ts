import type { StreetMap, TileAddress } from '@fieldwatch/contract/api/map'
import type { Map } from 'maplibre-gl'
import type { MapSurface } from './map-surface.ts'

export interface MapOptions {
  container: HTMLElement
  /** MapLibre style document to draw the map with; null means a map of the portal's own. */
  styleUrl: string | null
  /** The street map that the portal has; null means the offline base map. */
  streets: StreetMap | null
  loadTile: LoadTile
  /** Takes the map away. */
  signal: AbortSignal
}

/** Fetches a tile of the street map; an empty one where it has none. */
export type LoadTile = (address: TileAddress, signal: AbortSignal) => Promise<ArrayBuffer>

export interface DrawnMap {
  readonly surface: MapSurface
  /** The offline base map, when that is what is drawn: close up it needs the lines of latitude and longitude. */
  readonly grid: Map | undefined
  /** Takes on the colours that the page has now; undefined for a map whose colours are not ours. */
  readonly repaint: (() => void) | undefined
  /** Draws the map as it is now, in the colours of the page, on another canvas: browsers print no WebGL. */
  readonly copyTo: ((canvas: HTMLCanvasElement) => void) | undefined
}
