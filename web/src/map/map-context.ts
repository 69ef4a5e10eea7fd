import type { Map } from 'maplibre-gl'
import { createContext, use } from 'react'

export const MapContext = createContext<Map | undefined>(undefined)

/** The map that a layer component adds its parts to. It is loaded: sources and layers may be added at once. */
export function useMap(): Map {
  const map = use(MapContext)
  if (map === undefined) throw new Error('useMap needs a MapView around it')
  return map
}
