import { useEffect, useRef } from 'react'
import { useMap } from '#map/map-context.ts'
import type { Position } from '#map/position.ts'

interface FollowPositionProps {
  position: Position
}

/** Keeps the map over a position that moves, until the person zooms or drags. */
export function FollowPosition({ position: [longitude, latitude] }: FollowPositionProps) {
  const map = useMap()
  const following = useRef(true)

  useEffect(() => {
    const moved = ({ originalEvent }: { originalEvent?: unknown }) => {
      // Moves of our own come without an event of the person.
      if (originalEvent !== undefined) following.current = false
    }
    map.on('dragstart', moved)
    map.on('zoomstart', moved)
    return () => {
      map.off('dragstart', moved)
      map.off('zoomstart', moved)
    }
  }, [map])

  useEffect(() => {
    if (following.current) map.easeTo({ center: [longitude, latitude], duration: 300 })
  }, [map, longitude, latitude])

  return undefined
}
