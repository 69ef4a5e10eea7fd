import { placeTiles } from '@fieldwatch/contract/boards/board-layout'
import type { BoardPage } from '@fieldwatch/contract/boards/boards'
import { Box } from '@mantine/core'
import classes from './boards.module.css'

interface PageLayoutProps {
  page: BoardPage
  label: string
}

/** Where the tiles of a page are, by their numbers in the list. */
export function PageLayout({ page: { columns, rows, tiles }, label }: PageLayoutProps) {
  const places = placeTiles(tiles, { columns, rows }) ?? []
  return (
    <figure className={classes['layout']} aria-label={label}>
      <Box className={classes['grid'] ?? ''} style={{ '--columns': columns, '--rows': rows }}>
        {places.map(({ column, row, width, height }, index) => (
          <span
            key={`${column} ${row}`}
            className={classes['tile']}
            style={{ gridColumn: `${column} / span ${width}`, gridRow: `${row} / span ${height}` }}
          >
            {index + 1}
          </span>
        ))}
      </Box>
    </figure>
  )
}
