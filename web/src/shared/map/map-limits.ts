import type { Position } from './position.ts'

/** Constants of every map (specification, document 1, section 9). */
export const DEFAULT_CENTRE: Position = [-98.9, 39.2]
export const DEFAULT_ZOOM = 5
export const FIT_PADDING = 50
export const FIT_MAX_ZOOM = 15
export const SINGLE_UNIT_ZOOM = 18
/** The most single markers; further ones are clustered. */
export const MAX_MARKERS = 50
/** The greatest zoom of the offline base map: closer there is nothing to see, and its graticule has no finer lines. */
export const BASE_MAP_MAX_ZOOM = 20
