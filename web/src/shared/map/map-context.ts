import { createContext, use } from 'react'
import type { MapSurface } from './map-surface.ts'

export const MapContext = createContext<MapSurface | undefined>(undefined)

/** The map that a layer component adds its parts to. */
export function useMap(): MapSurface {
  const map = use(MapContext)
  if (map === undefined) throw new Error('useMap needs a MapView around it')
  return map
}
