import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useMap } from './map-context.ts'
import type { MapSurface, Placed, PlaceOptions } from './map-surface.ts'
import type { Position } from './position.ts'

interface MapMarkerProps {
  position: Position
  /** Which side of the content is at the position. */
  anchor?: PlaceOptions['anchor']
  children: ReactNode
}

/** Keeps its content at a position of the map. */
export function MapMarker({ position, anchor = 'center', children }: MapMarkerProps) {
  const map = useMap()
  const element = useMemo(() => document.createElement('div'), [])
  const placed = useRef<Placed>(undefined)
  const [longitude, latitude] = position
  const place = useEffectEvent((on: MapSurface, side: PlaceOptions['anchor']) =>
    on.place(element, { position: [longitude, latitude], anchor: side }),
  )
  useEffect(() => {
    const here = place(map, anchor)
    placed.current = here
    return () => here.remove()
  }, [map, anchor])
  // Moves the same marker, so that it keeps the focus.
  useEffect(() => placed.current?.move([longitude, latitude]), [longitude, latitude])
  return createPortal(children, element)
}
