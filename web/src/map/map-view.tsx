import type { Map } from 'maplibre-gl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BaseMapColour } from './base-map-colour.tsx'
import { createMap } from './create-map.ts'
import { mapColours } from './map-colours.ts'
import { MapContext } from './map-context.ts'
import { MapError } from './map-error.tsx'
import classes from './map-view.module.css'

interface MapViewProps {
  /** What the map shows, for those who cannot see it. */
  label: string
  /** Layers; they appear when the map is loaded. */
  children: ReactNode
}

/** One map, filling its place. It is handed to the layers by context. */
export function MapView({ label, children }: MapViewProps) {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<Map>()
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (container.current === null) return undefined
    const life = new AbortController()
    createMap(container.current, mapColours(), life.signal)
      .then(setMap)
      .catch(() => {
        if (!life.signal.aborted) setFailed(true)
      })
    return () => {
      life.abort()
      setMap(undefined)
    }
  }, [])

  if (failed) return <MapError />
  return (
    <section aria-label={label} className={classes['view']}>
      <div ref={container} className={classes['canvas']} />
      {map === undefined ? undefined : (
        <MapContext value={map}>
          <BaseMapColour />
          {children}
        </MapContext>
      )}
    </section>
  )
}
