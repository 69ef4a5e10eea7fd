import { type RefObject, useEffect } from 'react'

/** Brings the link of the open page into sight where its row of links is wider than the window; anew when `page` changes. */
export function useCurrentInSight(row: RefObject<HTMLElement | null>, page: string): void {
  useEffect(() => {
    const element = row.current
    const link = element?.querySelector('[aria-current="page"]')
    if (element === null || link === null || link === undefined) return
    const [place, at] = [element.getBoundingClientRect(), link.getBoundingClientRect()]
    // Only the row scrolls, and only as far as needed: its neighbour shows that there is one.
    if (at.left < place.left) element.scrollLeft -= place.left - at.left + NEIGHBOUR
    else if (at.right > place.right) element.scrollLeft += at.right - place.right + NEIGHBOUR
  }, [row, page])
}

/** What is seen of the link beside it, in pixels. */
const NEIGHBOUR = 32
