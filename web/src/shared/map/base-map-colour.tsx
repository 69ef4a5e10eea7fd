import { useEffect } from 'react'

/** Repaints the map when the colour scheme of the page changes. */
export function BaseMapColour({ repaint }: { repaint: () => void }) {
  useEffect(() => {
    const observer = new MutationObserver(repaint)
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => observer.disconnect()
  }, [repaint])
  return undefined
}
