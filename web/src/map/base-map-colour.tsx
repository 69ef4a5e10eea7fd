import type { Map } from 'maplibre-gl'
import { useEffect } from 'react'
import { basePaints } from './base-style.ts'
import { mapColours } from './map-colours.ts'

/** Paints the base map anew when the colour scheme of the page changes. */
export function BaseMapColour({ map }: { map: Map }) {
  useEffect(() => {
    const observer = new MutationObserver(() => paint(map))
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => observer.disconnect()
  }, [map])
  return undefined
}

function paint(map: Map): void {
  const { water, land, border, country } = basePaints(mapColours())
  map.setPaintProperty('water', 'background-color', water['background-color'])
  map.setPaintProperty('land', 'fill-color', land['fill-color'])
  map.setPaintProperty('border', 'line-color', border['line-color'])
  map.setPaintProperty('country', 'text-color', country['text-color'])
  map.setPaintProperty('country', 'text-halo-color', country['text-halo-color'])
}
