import { useComputedColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import type { DrawnMap } from './drawn-map.ts'
import { GraticuleLayer } from './graticule-layer.tsx'
import { MapContext } from './map-context.ts'
import { GoogleMapsNotice, MapErrorOf, type MapProvider } from './map-error.tsx'
import { MapLoading } from './map-loading.tsx'
import { readMapSettings, tileLoader } from './map-queries.ts'
import classes from './map-view.module.css'
import { PAPER_WIDTH, usePrinting } from '#platform/print/print-context.tsx'
import { t } from './texts.ts'

interface MapViewProps {
  /** What the map shows, for those who cannot see it. */
  label: string
  /** Layers; they appear when the map is loaded. */
  children: ReactNode
}

/** Our own map replaces a missing Google map; if it is missing too there is no map. */
type Missing = 'nothing' | 'google' | 'all'

/** One map, filling its place. It is handed to the layers by context. */
export function MapView({ label, children }: MapViewProps) {
  const container = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<DrawnMap>()
  const [provider, setProvider] = useState<MapProvider>('own')
  const [missing, setMissing] = useState<Missing>('nothing')
  const client = useQueryClient()
  const api = useApi()
  const colorScheme = useComputedColorScheme('light')

  const draw = useEffectEvent(async (place: HTMLElement, withoutGoogle: boolean, signal: AbortSignal) => {
    const settings = await readMapSettings(client, api)
    signal.throwIfAborted()
    const { googleMapsKey: key, styleUrl, streets } = settings
    if (key === null || withoutGoogle) {
      const { createMap } = await import('./create-map.ts')
      return createMap({ container: place, styleUrl, streets, loadTile: tileLoader(api), signal })
    }
    setProvider('google')
    const { createGoogleMap } = await import('./create-google-map.ts')
    return createGoogleMap({
      container: place,
      key,
      colorScheme: colorScheme === 'dark' ? 'DARK' : 'LIGHT',
      signal,
      onRefused: () => setMissing('google'),
    })
  })
  const fail = useEffectEvent(() =>
    setMissing((before) => (provider === 'google' && before === 'nothing' ? 'google' : 'all')),
  )

  const withoutGoogle = missing !== 'nothing'
  useEffect(() => {
    if (container.current === null) return undefined
    const life = new AbortController()
    draw(container.current, withoutGoogle, life.signal)
      .then(setDrawn)
      .catch(() => {
        if (!life.signal.aborted) fail()
      })
    return () => {
      life.abort()
      setDrawn(undefined)
    }
  }, [withoutGoogle])

  if (missing === 'all') return <MapErrorOf provider={provider} />
  return (
    <section aria-label={label} className={classes['view']}>
      {drawn?.copyTo && <PaperMap copyTo={drawn.copyTo} />}
      <div ref={container} className={classes['canvas']} />
      {missing === 'google' && <GoogleMapsNotice />}
      {provider === 'google' && missing === 'nothing' && (
        <p className={classes['credit']}>{t.rich('map.places', { source: placesSource })}</p>
      )}
      {drawn === undefined ? (
        <MapLoading />
      ) : (
        <MapContext value={drawn.surface}>
          {drawn.repaint && <BaseMapColour repaint={drawn.repaint} />}
          {drawn.grid && <GraticuleLayer map={drawn.grid} />}
          {children}
        </MapContext>
      )}
    </section>
  )
}

function placesSource(words: ReactNode) {
  return (
    <a key="source" href="https://www.geonames.org" target="_blank" rel="noopener">
      {words}
    </a>
  )
}

/** Repaints the map when the colour scheme of the page changes. */
function BaseMapColour({ repaint }: { repaint: () => void }) {
  useEffect(() => {
    const observer = new MutationObserver(repaint)
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => observer.disconnect()
  }, [repaint])
  return undefined
}

/** The picture of a map for paper. The map keeps its size, for its markers, and shrinks if it is wider than the paper. */
function PaperMap({ copyTo }: { copyTo: NonNullable<DrawnMap['copyTo']> }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { since } = usePrinting()
  useEffect(() => {
    const picture = canvas.current
    const view = picture?.parentElement ?? null
    if (since === undefined || picture === null || view === null) return undefined
    const { width, height } = view.getBoundingClientRect()
    const zoom = Math.min(1, PAPER_WIDTH / width)
    Object.assign(view.style, { width: `${width}px`, height: `${height}px`, zoom: String(zoom) })
    copyTo(picture)
    return () => view.removeAttribute('style')
  }, [since, copyTo])
  return since === undefined ? undefined : <canvas ref={canvas} className={classes['picture']} />
}
