import type { Map } from 'maplibre-gl'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { frameOf, graticuleOf, type MapFrame } from './graticule.ts'
import classes from './graticule-layer.module.css'

const CLOSE_UP_ZOOM = 12

/** Lines of latitude and longitude, which tell where and how far things are close up, on a map that has no streets. */
export function GraticuleLayer({ map }: { map: Map }) {
  const element = useMemo(() => document.createElement('div'), [])
  useEffect(() => {
    // Above the ground, below the markers.
    map.getCanvas().after(element)
    return () => element.remove()
  }, [map, element])
  return createPortal(<Lines frame={useMapFrame(map)} />, element)
}

function Lines({ frame }: { frame: MapFrame }) {
  // Farther out coasts, borders and names suffice, and lines would cross them.
  if (frame.zoom < CLOSE_UP_ZOOM) return undefined
  const { meridians, parallels } = graticuleOf(frame)
  return (
    <svg aria-hidden="true" className={classes['graticule']}>
      {meridians.map(({ at, degrees, label }) => (
        <g key={`meridian ${degrees}`} transform={`translate(${at} 0)`}>
          <line y2="100%" />
          <text dx="0.4em" dy="1.4em">
            {label}
          </text>
        </g>
      ))}
      {parallels.map(({ at, degrees, label }) => (
        <g key={`parallel ${degrees}`} transform={`translate(0 ${at})`}>
          <line x2="100%" />
          <text dx="0.4em" dy="-0.4em">
            {label}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** The view at each frame of a move, set on the element: React state would come a frame after the picture. */
function useMapFrame(map: Map): MapFrame {
  const { subscribe, read } = useMemo(() => createFrameStore(map), [map])
  return useSyncExternalStore(subscribe, read)
}

function createFrameStore(map: Map) {
  let frame = frameOf(map)
  return {
    read: () => frame,
    subscribe: (onChange: () => void) => {
      const update = () => {
        frame = frameOf(map)
        onChange()
      }
      map.on('move', update)
      map.on('resize', update)
      // Another layer may have moved the map in the meantime.
      update()
      return () => {
        map.off('move', update)
        map.off('resize', update)
      }
    },
  }
}
