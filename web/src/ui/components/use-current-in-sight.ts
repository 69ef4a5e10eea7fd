import { type RefObject, useEffect, useEffectEvent } from 'react'

/** What is seen of the link beside it, in pixels. */
const NEIGHBOUR = 32

/** Brings the link of the open page into sight where its row of links is wider than the window; again when `page` changes. */
export function useCurrentInSight(row: RefObject<HTMLElement | null>, page: string): void {
  const show = useEffectEvent((_page: string) => {
    const element = row.current
    const link = element?.querySelector('[aria-current="page"]')
    if (element === null || link === null || link === undefined) return
    const [place, at] = [element.getBoundingClientRect(), link.getBoundingClientRect()]
    // Scrolls only the row, and only as far as needed; a part of the neighbour stays visible.
    if (at.left < place.left) element.scrollBy({ left: at.left - place.left - NEIGHBOUR })
    else if (at.right > place.right) element.scrollBy({ left: at.right - place.right + NEIGHBOUR })
  })
  useEffect(() => show(page), [page])
}
