import type { MapSettings } from '@fieldwatch/contract/map'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApi } from '#api/api-context.tsx'
import { BaseMapColour } from './base-map-colour.tsx'
import { createMap, type DrawnMap } from './create-map.ts'
import { GraticuleLayer } from './graticule-layer.tsx'
import { mapColours } from './map-colours.ts'
import { MapContext } from './map-context.ts'
import { MapError } from './map-error.tsx'
import { mapSettingsQuery } from './map-queries.ts'
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
  const [drawn, setDrawn] = useState<DrawnMap>()
  const [failed, setFailed] = useState(false)

  const client = useQueryClient()
  const api = useApi()

  useEffect(() => {
    if (container.current === null) return undefined
    const life = new AbortController()
    drawMap(container.current, client.ensureQueryData(mapSettingsQuery(api)), life.signal)
      .then(setDrawn)
      .catch(() => {
        if (!life.signal.aborted) setFailed(true)
      })
    return () => {
      life.abort()
      setDrawn(undefined)
    }
  }, [client, api])

  if (failed) return <MapError />
  return (
    <section aria-label={label} className={classes['view']}>
      <div ref={container} className={classes['canvas']} />
      {drawn === undefined ? undefined : (
        <MapContext value={drawn.map}>
          {drawn.ground === 'base-map' ? (
            <>
              <BaseMapColour />
              <GraticuleLayer />
            </>
          ) : undefined}
          {children}
        </MapContext>
      )}
    </section>
  )
}

async function drawMap(container: HTMLElement, settings: Promise<MapSettings>, signal: AbortSignal): Promise<DrawnMap> {
  // A portal that does not tell has the base map at least.
  const { styleUrl } = await settings.catch(() => ({ styleUrl: null }))
  signal.throwIfAborted()
  return createMap({ container, colours: mapColours(), styleUrl, signal })
}
