import { useEffect, useEffectEvent } from 'react'
import { useMap } from './map-context.ts'
import { FIT_MAX_ZOOM, FIT_PADDING, SINGLE_UNIT_ZOOM } from './map-limits.ts'
import { extentOf, type Position } from './position.ts'
import { SeeName } from './see-name.tsx'

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
