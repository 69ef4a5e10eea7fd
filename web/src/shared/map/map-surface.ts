import type { Extent, Position } from './position.ts'

/** What part of the world a map shows. */
export interface MapArea {
  /** The zoom at which the world is `worldSize(zoom)` pixels wide, independent of the map's own steps. */
  zoom: number
  extent: Extent
}

export interface FitOptions {
  /** Kept free on each side, in pixels. */
  padding: number
  maxZoom: number
  animate: boolean
}

export interface PlaceOptions {
  position: Position
  /** Which side of the element is at the position. */
  anchor: 'center' | 'bottom' | 'top'
}

/** How far an element at a position extends from it, in pixels. */
export interface Reach {
  readonly up: number
  readonly down: number
  readonly aside: number
}

export interface CardOptions {
  position: Position
  /** What is at the position: the card does not cover it. */
  reach: Reach
}

export interface Placed {
  move: (position: Position) => void
  remove: () => void
}

export interface Track {
  draw: (lines: readonly (readonly Position[])[]) => void
  remove: () => void
}

/** An area, or several, in one colour: polygons of rings, the outer one first. Longitudes may pass 180 degrees. */
export interface ColouredArea {
  readonly colour: string
  readonly polygons: readonly (readonly (readonly Position[])[])[]
}

export interface Areas {
  draw: (areas: readonly ColouredArea[]) => void
  remove: () => void
}

type Stop = () => void

/** A map as its layers see it, with any library. It is loaded: what is added appears at once. */
export interface MapSurface {
  /** Whether the map has no streets there. */
  isBare: (position: Position) => boolean
  /** In the map's own steps, as `jumpTo` and `fit` count. */
  zoom: () => number
  maxZoom: () => number
  area: () => MapArea
  jumpTo: (centre: Position, zoom: number) => void
  panTo: (centre: Position) => void
  fit: (extent: Extent, options: FitOptions) => void
  /** The map came to rest after a move, or has another size. */
  onRest: (listener: () => void) => Stop
  /** Called when the user drags or zooms, not for moves of our own. */
  onPersonMove: (listener: () => void) => Stop
  /** Called with the position when the map itself is pressed, not something on it. */
  onPress: (listener: (position: Position) => void) => Stop
  /** Called with the position when the map itself is pressed for long, or by the other button of a mouse. */
  onLongPress: (listener: (position: Position) => void) => Stop
  place: (element: HTMLElement, options: PlaceOptions) => Placed
  placeCard: (element: HTMLElement, options: CardOptions) => Placed
  /** Lines in one colour, under what is placed. */
  addTrack: (colour: string) => Track
  /** Areas, under tracks and what is placed. */
  addAreas: () => Areas
}
