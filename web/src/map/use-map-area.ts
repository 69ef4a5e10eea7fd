import type { Map } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useMap } from './map-context.ts'
import type { Extent } from './position.ts'

export interface MapArea {
  zoom: number
  /** What is in view, and a margin around it, so that a short drag uncovers no empty edge. */
  extent: Extent
}

const MARGIN = 0.25

/** What part of the world the map shows, told anew when it comes to rest. */
export function useMapArea(): MapArea {
  const map = useMap()
  const [area, setArea] = useState(() => areaOf(map))
  useEffect(() => {
    const update = () => setArea(areaOf(map))
    map.on('moveend', update)
    map.on('resize', update)
    return () => {
      map.off('moveend', update)
      map.off('resize', update)
    }
  }, [map])
  return area
}

function areaOf(map: Map): MapArea {
  const bounds = map.getBounds()
  const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
  const [dx, dy] = [(east - west) * MARGIN, (north - south) * MARGIN]
  return { zoom: map.getZoom(), extent: [west - dx, south - dy, east + dx, north + dy] }
}
