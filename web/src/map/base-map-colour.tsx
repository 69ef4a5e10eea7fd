import type { LayerSpecification, Map } from 'maplibre-gl'
import { useEffect } from 'react'
import { baseLayers } from './base-style.ts'
import { mapColours } from './map-colours.ts'

/** Paints the base map anew when the colour scheme of the page changes. */
export function BaseMapColour({ map }: { map: Map }) {
  useEffect(() => {
    const observer = new MutationObserver(() => paint(map, baseLayers(mapColours())))
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => observer.disconnect()
  }, [map])
  return undefined
}

/** A new style would take the layers of units and tracks away, so each colour is changed where it is. */
function paint(map: Map, layers: readonly LayerSpecification[]): void {
  for (const { id, paint: paints } of layers) {
    for (const [property, value] of Object.entries(paints ?? {})) {
      // Of the layer's own kind, as the style has it.
      map.setPaintProperty(id, property as Parameters<Map['setPaintProperty']>[1], value as never)
    }
  }
}
