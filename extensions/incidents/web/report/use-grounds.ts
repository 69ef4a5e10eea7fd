import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { usePrinting } from '@fieldwatch/web/platform/print/print-context.tsx'
import { drawGrounds, type Ground } from '@fieldwatch/web/shared/map/draw-grounds.ts'
import type { MapFrame } from '@fieldwatch/web/shared/map/graticule.ts'
import { readMapSettings, tileLoader } from '@fieldwatch/web/shared/map/map-queries.ts'

interface Grounds {
  /** By the place of their frame. A frame may have none. */
  readonly grounds: ReadonlyMap<number, Ground>
  readonly isDrawing: boolean
}

const LONGEST_MS = 30_000
const NONE: ReadonlyMap<number, Ground> = new Map()

/** Pictures of parts of the world; they come one after the other. A page that is printed by a button waits for them. Keep the array. */
export function useGrounds(frames: readonly MapFrame[]): Grounds {
  const api = useApi()
  const client = useQueryClient()
  const { prepare } = usePrinting()
  const drawing = useRef<Promise<void>>(undefined)
  const [drawn, setDrawn] = useState({ frames, grounds: NONE, isDrawing: true })

  useEffect(() => {
    if (frames.length === 0) return undefined
    const life = new AbortController()
    const signal = AbortSignal.any([life.signal, AbortSignal.timeout(LONGEST_MS)])
    const grounds = new Map<number, Ground>()
    const show = (isDrawing: boolean) => {
      if (!life.signal.aborted) setDrawn({ frames, grounds: new Map(grounds), isDrawing })
    }
    drawing.current = (async () => {
      try {
        const settings = await readMapSettings(client, api)
        await drawGrounds(frames, {
          settings,
          loadTile: tileLoader(api),
          signal,
          onGround: (place, ground) => {
            grounds.set(place, ground)
            show(true)
          },
        })
      } catch {
        // The tracks say where units were, without a map too.
      } finally {
        show(false)
      }
    })()
    return () => life.abort()
  }, [frames, api, client])
  useEffect(() => prepare(() => drawing.current ?? Promise.resolve()), [prepare])

  const isOld = drawn.frames !== frames
  return { grounds: isOld ? NONE : drawn.grounds, isDrawing: frames.length > 0 && (isOld || drawn.isDrawing) }
}
