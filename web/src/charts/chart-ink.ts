import type { ChartLine } from './chart-line.ts'
import type { ChartInk } from './chart-options.ts'

/** Reads the colours that a canvas needs from the theme, as they are for this element. */
export function readInk(element: HTMLElement, lines: readonly ChartLine[]): ChartInk {
  const style = getComputedStyle(element)
  const resolve = (colour: string) => {
    const variable = /^var\((--[\w-]+)\)$/.exec(colour)?.[1]
    return variable === undefined ? colour : style.getPropertyValue(variable).trim()
  }
  return {
    text: resolve('var(--mantine-color-dimmed)'),
    line: resolve('var(--fw-line)'),
    surface: resolve('var(--fw-surface)'),
    series: lines.map(({ colour }) => resolve(colour)),
  }
}
