import { useEffect } from 'react'

/** Gives the focus back to what had it before, when the dialog in which this stands goes and nothing else has taken it. */
export function ReturnFocus() {
  useEffect(() => {
    const opener = openerOf(document.activeElement)
    return () => {
      if (document.activeElement === null || document.activeElement === document.body) opener?.focus()
    }
  }, [])
  return undefined
}

/** What a person would look for: in place of an entry of a menu, the button of the menu. */
function openerOf(active: Element | null): HTMLElement | SVGElement | undefined {
  const menu = active?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return opener instanceof HTMLElement || opener instanceof SVGElement ? opener : undefined
}
