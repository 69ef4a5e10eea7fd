import { type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './board.module.css'

/** The widths in which the content may be laid out, in rem. */
const WIDTHS = [12, 15, 19, 24, 30, 38, 48]

/**
 * Draws its content as large as fits into its place, in the layout that gets largest: a tile never scrolls, and its text is read from
 * across the room.
 */
export function FitBox({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [outer, inner] = [box.current, content.current]
    if (outer === null || inner === null) return undefined
    const fit = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const space = { width: outer.clientWidth, height: outer.clientHeight }
      const sizes = WIDTHS.map((width) => {
        inner.style.width = `${width * rem}px`
        return { width: Math.max(width * rem, inner.scrollWidth), height: inner.offsetHeight }
      })
      const { size, scale } = bestFit(sizes, space)
      // What is not as wide as its place is drawn across all of it, unless that makes it taller.
      inner.style.width = `${space.width / scale}px`
      const isWide = inner.offsetHeight <= size.height
      if (!isWide) inner.style.width = `${size.width}px`
      const left = isWide ? 0 : (space.width - size.width * scale) / 2
      const top = (space.height - size.height * scale) / 2
      inner.style.transform = `translate(${left}px, ${top}px) scale(${scale})`
    }
    fit()
    const seen = new ResizeObserver(fit)
    seen.observe(outer)
    // What is in it gets longer and shorter with its values.
    const changed = new MutationObserver(fit)
    changed.observe(inner, { childList: true, characterData: true, subtree: true })
    return () => {
      seen.disconnect()
      changed.disconnect()
    }
  }, [])
  return (
    <div ref={box} className={classes['fit']}>
      <div ref={content} className={classes['fitted']}>
        {children}
      </div>
    </div>
  )
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The one of several layouts that gets largest in a space, and by how much it grows or shrinks. */
export function bestFit(sizes: readonly Size[], space: Size): { size: Size; scale: number } {
  const fits = sizes.map((size) => ({ size, scale: scaleOf(size, space) }))
  const [first, ...others] = fits
  if (first === undefined) return { size: space, scale: 1 }
  return others.reduce((best, one) => (one.scale > best.scale ? one : best), first)
}

function scaleOf({ width, height }: Size, space: Size): number {
  if (width <= 0 || height <= 0 || space.width <= 0 || space.height <= 0) return 1
  return Math.min(space.width / width, space.height / height)
}
