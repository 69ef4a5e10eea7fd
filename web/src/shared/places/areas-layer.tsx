import type { PlaceShape } from '@fieldwatch/contract/places/place-geometry'
import type { PlaceColour } from '@fieldwatch/contract/places/places'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useMap } from '#shared/map/map-context.ts'
import type { Areas, ColouredArea, MapSurface } from '#shared/map/map-surface.ts'
import { outlineOf } from './place-outline.ts'

interface AreasLayerProps {
  /** Keep the array: a new one is drawn again. */
  shapes: readonly (PlaceShape & { readonly colour: PlaceColour | null })[]
}

/** What places cover, each in its colour. */
export function AreasLayer({ shapes }: AreasLayerProps) {
  const map = useMap()
  const scheme = useComputedColorScheme('light')
  const layer = useRef<Areas>(undefined)
  const outlines = useMemo(
    () => shapes.map((shape) => ({ colour: shape.colour, polygons: outlineOf(shape) })),
    [shapes],
  )
  const add = useEffectEvent((on: MapSurface) => {
    const added = on.addAreas()
    added.draw(paint(outlines, scheme))
    return added
  })
  useEffect(() => {
    const added = add(map)
    layer.current = added
    return () => added.remove()
  }, [map])
  useEffect(() => layer.current?.draw(paint(outlines, scheme)), [outlines, scheme])
  return undefined
}

type Outline = Pick<ColouredArea, 'polygons'> & { readonly colour: PlaceColour | null }

/** In the colours of the scheme that the page has now. */
function paint(outlines: readonly Outline[], _scheme: 'light' | 'dark'): ColouredArea[] {
  return outlines.map(({ colour, polygons }) => ({ colour: colourOf(colour), polygons }))
}

/** Maps take no CSS variables. */
function colourOf(colour: PlaceColour | null): string {
  const name = colour === null ? '--mantine-color-accent-6' : `--fw-label-${colour}-text`
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || 'orange'
}
