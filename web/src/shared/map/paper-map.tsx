import { useEffect, useRef } from 'react'
import { PAPER_WIDTH, usePrinting } from '#platform/print/print-context.tsx'
import type { DrawnMap } from './drawn-map.ts'
import classes from './map-view.module.css'

interface PaperMapProps {
  copyTo: NonNullable<DrawnMap['copyTo']>
}

/** The picture of a map for paper. The map keeps its size, for its markers, and shrinks if it is wider than the paper. */
export function PaperMap({ copyTo }: PaperMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { since } = usePrinting()
  useEffect(() => {
    const picture = canvas.current
    const view = picture?.parentElement ?? null
    if (since === undefined || picture === null || view === null) return undefined
    const { width, height } = view.getBoundingClientRect()
    const zoom = Math.min(1, PAPER_WIDTH / width)
    Object.assign(view.style, { width: `${width}px`, height: `${height}px`, zoom: String(zoom) })
    copyTo(picture)
    return () => view.removeAttribute('style')
  }, [since, copyTo])
  return since === undefined ? undefined : <canvas ref={canvas} className={classes['picture']} />
}
