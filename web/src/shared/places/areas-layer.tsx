import type { PlaceShape } from '@fieldwatch/contract/places/place-geometry'
import type { PlaceColour } from '@fieldwatch/contract/places/places'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useMap } from '#shared/map/map-context.ts'
import type { Areas, MapSurface } from '#shared/map/map-surface.ts'
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
  const draw = useEffectEvent((areas: Areas) =>
    areas.draw(outlines.map(({ colour, polygons }) => ({ colour: colourOf(colour), polygons }))),
  )
  const add = useEffectEvent((on: MapSurface) => {
    const added = on.addAreas()
    draw(added)
    return added
  })
  useEffect(() => {
    const added = add(map)
    layer.current = added
    return () => added.remove()
  }, [map])
  useEffect(() => {
    if (layer.current !== undefined) draw(layer.current)
  }, [outlines, scheme])
  return undefined
}

/** Maps take no CSS variables. */
function colourOf(colour: PlaceColour | null): string {
  const name = colour === null ? '--mantine-color-accent-6' : `--fw-label-${colour}-text`
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || 'orange'
}
