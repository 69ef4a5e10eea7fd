export const UNITS = {
  'records/s': 'more',
  'messages/s': 'more',
  ms: 'less',
  'bytes/point': 'less',
  MB: 'less',
} as const
export type Unit = keyof typeof UNITS

/** A number in the unit of its row, or why there is none. */
export type Figure = number | string

export interface YardstickFigure {
  readonly name: string
  readonly figure: Figure
}

/** One line of the table. */
export interface Result {
  readonly work: string
  readonly unit: Unit
  /** The least or the most that is asked for; left out where nothing is. */
  readonly target?: number
  /** How many times better than a yardstick it has to be. */
  readonly against?: { readonly yardstick: string; readonly ratio: number }
  readonly measured: Figure
  readonly yardsticks?: readonly YardstickFigure[]
  /** What a reader has to know of this figure. */
  readonly note?: string
}

/** How many times better than a yardstick; undefined when one of them has no figure. */
export function ratioOf({ unit, measured }: Pick<Result, 'unit' | 'measured'>, yardstick: Figure): number | undefined {
  if (typeof measured === 'string' || typeof yardstick === 'string') return undefined
  return UNITS[unit] === 'more' ? measured / yardstick : yardstick / measured
}

/** `undefined`: nothing was asked for, or nothing measured. */
export function verdictOf(result: Result): 'ok' | 'short' | undefined {
  const { measured, target, against, unit, yardsticks = [] } = result
  if (typeof measured === 'string' || (target === undefined && against === undefined)) return undefined
  if (target !== undefined && (UNITS[unit] === 'more' ? measured < target : measured > target)) return 'short'
  const yardstick = yardsticks.find(({ name }) => name === against?.yardstick)
  const ratio = yardstick === undefined ? undefined : ratioOf(result, yardstick.figure)
  return against !== undefined && ratio !== undefined && ratio < against.ratio ? 'short' : 'ok'
}
