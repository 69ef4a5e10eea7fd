import { type RefObject, useEffect, useRef } from 'react'

/** Puts the focus into an element when its screen appears, for a screen that has one thing to do. */
export function useFocusOnMount<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}
