import type { StreetMap, TileAddress } from '@fieldwatch/contract/api/map'
import type { Map } from 'maplibre-gl'
import type { MapFrame } from './graticule.ts'
import type { MapLook } from './map-colours.ts'
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
  /** Read for each painting; that of the page when left out. */
  look?: () => MapLook
  /** Pixels of the picture for each one of the page; those of the screen when left out. */
  pixelRatio?: number
}

/** Fetches a tile of the street map; an empty one where it has none. */
export type LoadTile = (address: TileAddress, signal: AbortSignal) => Promise<ArrayBuffer>

export interface DrawnMap {
  readonly surface: MapSurface
  /** The offline base map, when that is what is drawn: close up it needs the lines of latitude and longitude. */
  readonly grid?: Map
  /** Takes on the colours that the page has now; missing where its colours are not ours. */
  readonly repaint?: () => void
  /** Draws the map as it is now, in its present look, on another canvas: browsers print no WebGL. */
  readonly copyTo?: (canvas: HTMLCanvasElement) => void
  /** Resolves with what the map shows once all of it is drawn. */
  readonly rest?: () => Promise<MapFrame>
}
