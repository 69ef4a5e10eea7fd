import { createRequiredContext } from '#platform/context/required-context.ts'
import { useEffect, useState } from 'react'
import type { MapArea, MapSurface } from './map-surface.ts'

/** The map that a layer component adds its parts to. */
export const [MapContext, useMap] = createRequiredContext<MapSurface>('useMap needs a MapView around it')

/** What part of the world the map shows, sent again when it comes to rest. */
export function useMapArea(): MapArea {
  const map = useMap()
  const [area, setArea] = useState(() => map.area())
  useEffect(() => {
    const update = () => setArea(map.area())
    // Another layer may have moved the map while this one was mounting.
    update()
    return map.onRest(update)
  }, [map])
  return area
}
