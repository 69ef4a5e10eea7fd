/** The most columns and rows of a page: more tiles than these can't be read from across a room. */
export const MOST_COLUMNS = 4
export const MOST_ROWS = 3

interface TileSize {
  /** In columns and rows. */
  readonly width: number
  readonly height: number
}

interface Grid {
  readonly columns: number
  readonly rows: number
}

/** Where a tile begins, counted from 1, and how far it extends. */
export interface TilePlace extends TileSize {
  readonly column: number
  readonly row: number
}

/**
 * Places tiles on a page, each at the first free place for its size: row by row, from the left. Undefined when they do not all fit, as a
 * page never scrolls.
 */
export function placeTiles(tiles: readonly TileSize[], grid: Grid): readonly TilePlace[] | undefined {
  // Also asked of what is refused for its size, and must not take for ever.
  if (!isSmall(grid) || !tiles.every(({ width, height }) => isSmall({ columns: width, rows: height }))) return undefined
  const taken = new Set<string>()
  const places: TilePlace[] = []
  for (const { width, height } of tiles) {
    const place = placesFor({ width, height }, grid).find((one) => cellsOf(one).every((cell) => !taken.has(cell)))
    if (place === undefined) return undefined
    for (const cell of cellsOf(place)) taken.add(cell)
    places.push(place)
  }
  return places
}

function isSmall({ columns, rows }: Grid): boolean {
  return columns >= 1 && columns <= MOST_COLUMNS && rows >= 1 && rows <= MOST_ROWS
}

function placesFor({ width, height }: TileSize, { columns, rows }: Grid): TilePlace[] {
  const places: TilePlace[] = []
  for (let row = 1; row + height - 1 <= rows; row += 1)
    for (let column = 1; column + width - 1 <= columns; column += 1) places.push({ column, row, width, height })
  return places
}

function cellsOf({ column, row, width, height }: TilePlace): string[] {
  return Array.from(
    { length: width * height },
    (_, cell) => `${column + (cell % width)} ${row + Math.floor(cell / width)}`,
  )
}
