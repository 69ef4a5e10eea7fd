import { useEffect, useRef } from 'react'
import { useMap } from '#shared/map/map-context.ts'
import type { Position } from '#shared/map/position.ts'

interface FollowPositionProps {
  position: Position
}

/** Keeps the map centred on a moving position until the user zooms or drags. */
export function FollowPosition({ position: [longitude, latitude] }: FollowPositionProps) {
  const map = useMap()
  const following = useRef(true)

  useEffect(
    () =>
      map.onPersonMove(() => {
        following.current = false
      }),
    [map],
  )

  useEffect(() => {
    if (following.current) map.panTo([longitude, latitude])
  }, [map, longitude, latitude])

  return undefined
}
