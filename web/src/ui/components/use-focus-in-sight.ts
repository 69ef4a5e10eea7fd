import { useEffect } from 'react'

/** Brings what Tab leads to whole into sight, as Chromium does by itself: for Firefox, an edge of it on the screen is enough. */
export function useFocusInSight(): void {
  useEffect(() => {
    const show = ({ key, target }: KeyboardEvent): void => {
      if (key === 'Tab' && target instanceof Element) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    document.addEventListener('keyup', show)
    return () => document.removeEventListener('keyup', show)
  }, [])
}
