import { useEffect, useEffectEvent } from 'react'
import { useMap } from './map-context.ts'
import { FIT_MAX_ZOOM, FIT_PADDING, SINGLE_UNIT_ZOOM } from './map-limits.ts'
import { extentOf, type Position, toMeridian } from './position.ts'
import { getNearestPlace } from '@fieldwatch/contract/units/nearest-place'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { MapArea } from './map-surface.ts'
import { pixelOf } from './mercator.ts'

interface FitPositionsProps {
  positions: readonly Position[]
  /** The view is fitted when this changes, not when positions do: live positions must not move the map. */
  occasion: string
}

/** Brings positions into view: all with a margin, a single one close up. Without any the map stays where it is. */
export function FitPositions({ positions, occasion }: FitPositionsProps) {
  const map = useMap()
  const fit = useEffectEvent((_occasion: string) => {
    const [first] = positions
    const extent = extentOf(positions)
    if (first === undefined || extent === undefined) return
    if (positions.length === 1) map.jumpTo(first, SINGLE_UNIT_ZOOM)
    else map.fit(extent, { padding: FIT_PADDING, maxZoom: FIT_MAX_ZOOM, animate: false })
  })
  useEffect(() => fit(occasion), [occasion])
  const bare = positions.some((position) => map.isBare(position))
  return bare ? <SeeName positions={positions} occasion={occasion} /> : undefined
}

/** On a map without streets, zooms out from the fitted view until a name is visible: a pin on empty ground says nothing. */
function SeeName({ positions, occasion }: { positions: readonly Position[]; occasion: string }) {
  const map = useMap()
  const api = useApi()
  const client = useQueryClient()

  const goOut = useEffectEvent(async (_occasion: string, signal: AbortSignal) => {
    const extent = extentOf(positions)
    if (extent === undefined) return
    const [west, south, east, north] = extent
    const [lon, lat] = [toMeridian((west + east) / 2), (south + north) / 2]
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

/** The part of the way from the middle of the map to its edge that leaves room for a name. */
const REACH = 0.7

/** The zoom at which a position is in sight while the middle of the map stays: the one there is, or farther out. */
export function zoomToSee({ zoom, extent: [west, south, east, north] }: MapArea, position: Position): number {
  const upper = pixelOf([west, north], 1)
  const lower = pixelOf([east, south], 1)
  const { x, y } = pixelOf(position, 1)
  const right = Math.abs(x - (upper.x + lower.x) / 2) % 1
  const down = Math.abs(y - (upper.y + lower.y) / 2)
  const parts = [Math.min(right, 1 - right) / (lower.x - upper.x), down / (lower.y - upper.y)]
  const times = (2 * Math.max(...parts)) / REACH
  return times > 1 ? Math.max(0, zoom - Math.log2(times)) : zoom
}
