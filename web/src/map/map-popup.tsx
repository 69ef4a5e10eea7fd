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

/** A card that points at a position of the map. */
export function MapPopup({ position, offset = 0, onClose, children }: MapPopupProps) {
  const map = useMap()
  const element = useMemo(() => document.createElement('div'), [])
  const [longitude, latitude] = position
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const card = map.placeCard(element, { position: [longitude, latitude], offset })
    const stop = map.onPress(() => close())
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      stop()
      document.removeEventListener('keydown', onKey)
      card.remove()
    }
  }, [map, element, offset, longitude, latitude])
  return createPortal(children, element)
}
