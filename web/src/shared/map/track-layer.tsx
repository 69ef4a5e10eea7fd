import { useEffect, useEffectEvent, useRef } from 'react'
import { useMap } from './map-context.ts'
import type { MapSurface, Track } from './map-surface.ts'
import type { Position } from './position.ts'

interface TrackLayerProps {
  /** Keep the object as long as nothing changes. */
  lines: readonly (readonly Position[])[]
  /** Left out: the colour of the portal. It may be a variable of the theme. */
  colour?: string
}

/** Ways through positions, as lines in one colour. */
export function TrackLayer({ lines, colour = ACCENT }: TrackLayerProps) {
  const map = useMap()
  const track = useRef<Track>(undefined)
  const add = useEffectEvent((on: MapSurface, of: string) => {
    const added = on.addTrack(colourOf(of))
    added.draw(lines)
    return added
  })
  useEffect(() => {
    const added = add(map, colour)
    track.current = added
    return () => added.remove()
  }, [map, colour])
  useEffect(() => track.current?.draw(lines), [lines])
  return undefined
}

const ACCENT = 'var(--mantine-color-accent-6)'

/** Maps take no CSS variables. */
function colourOf(colour: string): string {
  const [, variable] = /^var\((--[\w-]+)\)$/.exec(colour) ?? []
  if (variable === undefined) return colour
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim() || 'orange'
}
