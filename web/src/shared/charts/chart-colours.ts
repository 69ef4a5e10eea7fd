import type { ChartLine } from './chart-line.ts'

/** Colours of the theme, as the canvas needs them. */
export interface ChartColours {
  text: string
  line: string
  surface: string
  /** What is shaded, and what is written of it. */
  mark: string
  markText: string
  /** One a line. */
  series: readonly string[]
}

/** Reads the colours that a canvas needs from the theme, as they are for this element. */
export function readChartColours(element: HTMLElement, lines: readonly ChartLine[]): ChartColours {
  const style = getComputedStyle(element)
  const resolve = (colour: string) => {
    const variable = /^var\((--[\w-]+)\)$/.exec(colour)?.[1]
    return variable === undefined ? colour : style.getPropertyValue(variable).trim()
  }
  return {
    text: resolve('var(--mantine-color-dimmed)'),
    line: resolve('var(--fw-line)'),
    surface: resolve('var(--fw-surface)'),
    mark: resolve('var(--mantine-color-accent-6)'),
    markText: resolve('var(--mantine-color-accent-text)'),
    series: lines.map(({ colour }) => resolve(colour)),
  }
}
