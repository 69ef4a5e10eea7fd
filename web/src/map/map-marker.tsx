import { Marker } from 'maplibre-gl'
import { type ReactNode, useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useMap } from './map-context.ts'
import type { Position } from './position.ts'

interface MapMarkerProps {
  position: Position
  /** Which side of the content stands on the position. */
  anchor?: 'center' | 'bottom'
  children: ReactNode
}

/** Keeps its content at a position of the map. */
export function MapMarker({ position, anchor = 'center', children }: MapMarkerProps) {
  const map = useMap()
  const element = useMemo(() => document.createElement('div'), [])
  const marker = useMemo(() => new Marker({ element, anchor }), [element, anchor])
  const [longitude, latitude] = position
  useEffect(() => void marker.setLngLat([longitude, latitude]), [marker, longitude, latitude])
  useEffect(() => {
    marker.addTo(map)
    // The map labels each marker as an image; here the content speaks for itself.
    element.removeAttribute('role')
    element.removeAttribute('aria-label')
    element.removeAttribute('tabindex')
    return () => void marker.remove()
  }, [map, marker, element])
  return createPortal(children, element)
}
