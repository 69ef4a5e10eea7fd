export interface SparkPoint {
  /** Epoch milliseconds. */
  readonly at: number
  readonly value: number
}

/** The size of the drawing; it is stretched to its place. */
export const SPARK_SIZE = { width: 100, height: 30 } as const

/** The points of a small line, as SVG has them: by time from left to right, the highest value on top. */
export function sparkLine(points: readonly SparkPoint[]): string {
  const times = points.map(({ at }) => at)
  const values = points.map(({ value }) => value)
  const x = scaleTo(SPARK_SIZE.width, Math.min(...times), Math.max(...times))
  const y = scaleTo(SPARK_SIZE.height, Math.min(...values), Math.max(...values))
  return points.map(({ at, value }) => `${x(at)},${SPARK_SIZE.height - y(value)}`).join(' ')
}

/** Equal values lie in the middle. */
function scaleTo(size: number, low: number, high: number): (value: number) => number {
  return (value) => Number((high === low ? size / 2 : ((value - low) / (high - low)) * size).toFixed(1))
}
