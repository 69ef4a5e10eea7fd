import { useEffect, useState } from 'react'
import { useMap } from './map-context.ts'
import type { MapArea } from './map-surface.ts'

/** What part of the world the map shows, told anew when it comes to rest. */
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
