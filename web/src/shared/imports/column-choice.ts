/** What headings of a file are read as: a field of what is imported, or null for nothing. */
export type ColumnChoice<Field extends string> = Readonly<Record<string, Field | null>>

/** A column of a file with what it is read as. */
export interface ReadColumn<Field extends string> {
  readonly heading: string
  readonly field: Field | null
}

/** The choice for all columns once a heading is read as `field`; no other column is that field then. */
export function withColumn<Field extends string>(
  columns: readonly ReadColumn<Field>[],
  heading: string,
  field: Field | null,
): ColumnChoice<Field> {
  const others = columns.map((column) => [column.heading, column.field === field ? null : column.field] as const)
  // Of repeated headings the first counts.
  return { ...Object.fromEntries(others.toReversed()), [heading]: field }
}
