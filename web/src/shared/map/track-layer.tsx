import { useEffect, useEffectEvent, useRef } from 'react'
import { useMap } from './map-context.ts'
import type { MapSurface, Track } from './map-surface.ts'
import type { Position } from './position.ts'

interface TrackLayerProps {
  positions: readonly Position[]
}

/** The way through some positions, as a line in the default colour. */
export function TrackLayer({ positions }: TrackLayerProps) {
  const map = useMap()
  const track = useRef<Track>(undefined)
  const add = useEffectEvent((on: MapSurface) => {
    const added = on.addTrack(trackColour())
    added.draw(positions)
    return added
  })
  useEffect(() => {
    const added = add(map)
    track.current = added
    return () => added.remove()
  }, [map])
  useEffect(() => track.current?.draw(positions), [positions])
  return undefined
}

/** Maps take no CSS variables. */
function trackColour(): string {
  return getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-accent-6').trim() || 'orange'
}
