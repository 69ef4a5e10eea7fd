import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useMap } from './map-context.ts'
import type { Reach } from './map-surface.ts'
import type { Position } from './position.ts'

interface MapPopupProps {
  position: Position
  /** What stands at the position, and stays in sight; nothing when left out. Keep the object. */
  reach?: Reach
  /** Pressed Esc, or the map beside it. */
  onClose: () => void
  children: ReactNode
}

const NOTHING: Reach = { up: 0, down: 0, aside: 0 }

/** A card that points at a position of the map. */
export function MapPopup({ position, reach = NOTHING, onClose, children }: MapPopupProps) {
  const map = useMap()
  const element = useMemo(() => document.createElement('div'), [])
  const [longitude, latitude] = position
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const card = map.placeCard(element, { position: [longitude, latitude], reach })
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
  }, [map, element, reach, longitude, latitude])
  return createPortal(children, element)
}
