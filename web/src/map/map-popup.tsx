import { type MapMouseEvent, Popup } from 'maplibre-gl'
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useMap } from './map-context.ts'
import type { Position } from './position.ts'

interface MapPopupProps {
  position: Position
  /** Distance from the position, in pixels, so that what stands there stays visible. */
  offset?: number
  /** Pressed Esc, or the map beside it. */
  onClose: () => void
  children: ReactNode
}

/** What stands on the map and is not the map itself. */
const CONTENT = '.maplibregl-marker, .maplibregl-popup'

/** A card that points at a position of the map. */
export function MapPopup({ position, offset = 0, onClose, children }: MapPopupProps) {
  const map = useMap()
  const element = useMemo(() => document.createElement('div'), [])
  const [longitude, latitude] = position
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const popup = new Popup({ closeButton: false, closeOnClick: false, maxWidth: 'none', offset })
      .setDOMContent(element)
      .setLngLat([longitude, latitude])
      .addTo(map)
    const onClick = ({ originalEvent }: MapMouseEvent) => {
      // Markers and cards stand in the map, and it hears of their clicks too, the one that opened this card among them.
      const inside = originalEvent.target instanceof Element && originalEvent.target.closest(CONTENT) !== null
      if (!inside) close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    map.on('click', onClick)
    document.addEventListener('keydown', onKey)
    return () => {
      map.off('click', onClick)
      document.removeEventListener('keydown', onKey)
      popup.remove()
    }
  }, [map, element, offset, longitude, latitude])
  return createPortal(children, element)
}
