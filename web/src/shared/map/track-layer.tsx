import { useEffect, useEffectEvent, useRef } from 'react'
import { useMap } from './map-context.ts'
import type { MapSurface, Track } from './map-surface.ts'
import type { Position } from './position.ts'

interface TrackLayerProps {
  /** Keep the object as long as nothing changes. */
  lines: readonly (readonly Position[])[]
}

/** Ways through positions, as lines in the default colour. */
export function TrackLayer({ lines }: TrackLayerProps) {
  const map = useMap()
  const track = useRef<Track>(undefined)
  const add = useEffectEvent((on: MapSurface) => {
    const added = on.addTrack(trackColour())
    added.draw(lines)
    return added
  })
  useEffect(() => {
    const added = add(map)
    track.current = added
    return () => added.remove()
  }, [map])
  useEffect(() => track.current?.draw(lines), [lines])
  return undefined
}

/** Maps take no CSS variables. */
function trackColour(): string {
  return getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-accent-6').trim() || 'orange'
}
