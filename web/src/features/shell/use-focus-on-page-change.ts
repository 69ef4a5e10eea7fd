import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus to the heading of a page that was opened, so that a screen reader says where it is and the next Tab starts there.
 * The focus stays where a page put it, and on a link that is still there, such as a tab.
 */
export function useFocusOnPageChange(content: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(() => {
    let waiting: MutationObserver | undefined
    const stop = router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      const page = content.current
      if (fromLocation === undefined || !pathChanged || toLocation.hash !== '' || page === null) return
      if (page !== document.activeElement && page.contains(document.activeElement)) return
      page.focus({ preventScroll: true })
      waiting?.disconnect()
      waiting = new MutationObserver(() => focusHeading(page, waiting))
      focusHeading(page, waiting)
    })
    return () => {
      stop()
      waiting?.disconnect()
    }
  }, [router, content])
}

/** The heading comes with the data of its page; whatever has the focus by then keeps it. */
function focusHeading(page: HTMLElement, waiting: MutationObserver | undefined): void {
  const heading = page.querySelector('h1')
  const isFree = document.activeElement === page
  if (heading === null && isFree) return waiting?.observe(page, { childList: true, subtree: true })
  waiting?.disconnect()
  if (heading === null || !isFree) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
