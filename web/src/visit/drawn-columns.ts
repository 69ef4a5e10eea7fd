/** As many columns as A4 has room for, with numbers of ten digits. */
const MOST_COLUMNS = 8

/**
 * The columns of a table in parts that are as wide as a page. Each begins with the start of its events, or with the first column where that
 * is not shown.
 */
export function drawnParts<C extends { readonly id: string }>(columns: readonly C[]): C[][] {
  if (columns.length <= MOST_COLUMNS) return [[...columns]]
  const first = columns.find(({ id }) => id === 'startUTC') ?? columns[0]
  if (first === undefined) return []
  const others = columns.filter((column) => column !== first)
  const size = MOST_COLUMNS - 1
  return Array.from({ length: Math.ceil(others.length / size) }, (_, part) => [
    first,
    ...others.slice(part * size, (part + 1) * size),
  ])
}
