import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** A part of a page to which an address leads by its hash, also when it is there only after the page has loaded. */
export function useAnchor<E extends HTMLElement>(anchor: string) {
  const part = useRef<E>(null)
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash !== anchor) return
    part.current?.focus({ preventScroll: true })
    part.current?.scrollIntoView()
  }, [anchor, hash])
  return { id: anchor, ref: part, tabIndex: -1 }
}
