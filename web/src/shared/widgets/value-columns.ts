import type { ValueOrigin } from './source-needs.ts'

/** A value of a card or a table. */
export interface ValueColumn extends ValueOrigin {
  readonly key: string
  readonly source: string
  readonly friendlyName: string
  readonly unit?: string | undefined
  readonly decimals?: number | undefined
}

/** The values of a card or a table, source by source. */
export function valueColumns(
  specifications: Record<string, readonly (ValueOrigin & Omit<ValueColumn, 'key' | 'source'>)[]>,
): ValueColumn[] {
  return Object.entries(specifications).flatMap(([source, values]) =>
    values.map((value, index) => ({ ...value, source, key: `${source} ${index}` })),
  )
}
