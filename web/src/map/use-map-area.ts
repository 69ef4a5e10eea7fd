import type { Map } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useMap } from './map-context.ts'
import type { Extent } from './position.ts'

export interface MapArea {
  zoom: number
  /** What is in view. */
  extent: Extent
}

/** What part of the world the map shows, told anew when it comes to rest. */
export function useMapArea(): MapArea {
  const map = useMap()
  const [area, setArea] = useState(() => areaOf(map))
  useEffect(() => {
    const update = () => setArea(areaOf(map))
    map.on('moveend', update)
    map.on('resize', update)
    // Another layer may have moved the map while this one was mounting.
    update()
    return () => {
      map.off('moveend', update)
      map.off('resize', update)
    }
  }, [map])
  return area
}

function areaOf(map: Map): MapArea {
  const bounds = map.getBounds()
  return {
    zoom: map.getZoom(),
    extent: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
  }
}
