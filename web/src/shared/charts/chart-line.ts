/** One series of a chart as it is drawn. */
export interface ChartLine {
  /** Names the series among all that are drawn together. */
  readonly key: string
  readonly label: string
  /** The unit of measure of what is drawn. */
  readonly unit: string | undefined
  /** A CSS colour, or a variable of the theme: `var(--…)`. */
  readonly colour: string
  /** A longer silence than this breaks the line. */
  readonly maxGapMs: number
}

/** Series of one unit share a scale. */
export function scaleKey({ unit }: Pick<ChartLine, 'unit'>): string {
  return `y ${unit ?? ''}`
}

/**
 * The scale of the ticks of a unit. It is that of its series, but a share of it where the distance between both ends is more than the
 * largest number.
 */
export function axisScaleKey(line: Pick<ChartLine, 'unit'>): string {
  return `ticks of ${scaleKey(line)}`
}

/** The units of a chart, in the order in which its series name them; undefined means series without one. */
export function unitsOf(lines: readonly ChartLine[]): (string | undefined)[] {
  return [...new Set(lines.map(({ unit }) => unit))]
}
