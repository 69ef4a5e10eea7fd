import type { Chart } from '@fieldwatch/contract/widgets/chart'
import { SERIES_PALETTE } from './series-palette.ts'

/** How many colours the theme has for series (`--fw-series-1` and on). */
const COLOURS = SERIES_PALETTE.light.length

/** The palette colour of a series by its number, as a CSS value that follows the colour scheme. */
export function paletteColour(index: number): string {
  return `var(--fw-series-${(index % COLOURS) + 1})`
}

/** The colour `#RRGGBB` of a series that has been given one or is in the palette. */
export function hexColour(colour: string): string {
  const place = /^var\(--fw-series-(\d+)\)$/.exec(colour)?.[1]
  return place === undefined ? colour : (SERIES_PALETTE.light[Number(place) - 1] ?? SERIES_PALETTE.light[0])
}

/**
 * The colour of every series of a template, by `source.field`: its own, or the next of the palette. A series that is
 * drawn in several charts has the same colour in all of them.
 */
export function assignColours(charts: readonly Chart[]): Map<string, string> {
  const colours = new Map<string, string>()
  let next = 0
  for (const chart of charts) {
    for (const [source, list] of Object.entries(chart.specifications)) {
      for (const { field, color } of list) {
        const key = `${source}.${field}`
        if (color !== undefined) colours.set(key, color)
        else if (!colours.has(key)) {
          colours.set(key, paletteColour(next))
          next += 1
        }
      }
    }
  }
  return colours
}
