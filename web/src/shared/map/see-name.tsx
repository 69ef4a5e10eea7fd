import { getNearestPlace } from '@fieldwatch/contract/places'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useMap } from './map-context.ts'
import { extentOf, type Position } from './position.ts'
import { zoomToSee } from './zoom-to-see.ts'

interface SeeNameProps {
  positions: readonly Position[]
  occasion: string
}

/** On a map without streets, zooms out from the fitted view until a name is visible: a pin on empty ground tells nothing. */
export function SeeName({ positions, occasion }: SeeNameProps) {
  const map = useMap()
  const api = useApi()
  const client = useQueryClient()

  const goOut = useEffectEvent(async (_occasion: string, signal: AbortSignal) => {
    const extent = extentOf(positions)
    if (extent === undefined) return
    const [west, south, east, north] = extent
    const [lon, lat] = [(west + east) / 2, (south + north) / 2]
    const { details: place } = await client.ensureQueryData({
      queryKey: ['nearest-place', lat, lon],
      queryFn: ({ signal: asked }) => api.call(getNearestPlace, { query: { lat, lon } }, { signal: asked }),
      staleTime: Infinity,
    })
    if (signal.aborted) return
    const zoom = zoomToSee(map.area(), [place.lon, place.lat])
    if (zoom < map.area().zoom) map.jumpTo([lon, lat], zoom)
  })
  useEffect(() => {
    const life = new AbortController()
    // A view that the user has moved stays.
    const stop = map.onPersonMove(() => life.abort())
    goOut(occasion, life.signal).catch(() => {
      // Without a name the view stays as near as it is.
    })
    return () => {
      stop()
      life.abort()
    }
  }, [map, occasion])
  return undefined
}
