import { useEffect } from 'react'

/**
 * Gives the focus back to what had it before, when the dialog in which this stands goes. For dialogs that exist only while
 * they are open.
 */
export function ReturnFocus() {
  useEffect(() => {
    const opener = openerOf(document.activeElement)
    return () => opener?.focus()
  }, [])
  return undefined
}

/** What a person would look for: in place of an entry of a menu, the button of the menu. */
function openerOf(active: Element | null): HTMLElement | undefined {
  const menu = active?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return opener instanceof HTMLElement ? opener : undefined
}
