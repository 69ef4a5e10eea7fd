import type { ShownBoard } from '../../contract/board-screen.ts'
import { formatAgo, formatClock } from '@fieldwatch/contract/time/moment-text'
import { Box, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { useNow } from '@fieldwatch/web/ui/components/use-now.ts'
import { usePageTitle } from '@fieldwatch/web/ui/components/use-page-title.ts'
import { BoardTileView } from './board-tile.tsx'
import classes from './board.module.css'
import type { Contact } from './contact.ts'
import { KeepLive } from './keep-live.tsx'
import { t } from '../texts.ts'

interface BoardViewProps {
  board: ShownBoard
  contact: Contact
  /** The stream of new values is open. */
  isOpen: boolean
  isPreview: boolean
}

const TICK_MS = 1_000

/** A wallboard: one page after the other, with a clock, and with how old the values are when the portal is away. */
export function BoardView({ board, contact, isOpen, isPreview }: BoardViewProps) {
  usePageTitle(board.name)
  const now = useNow(TICK_MS)
  const { timeFormat } = useMe()
  const begunAt = useBeginning(board, now)
  const index = shownPage({ pages: board.pages.length, seconds: board.seconds, begunAt, now })
  const page = board.pages[index]
  const since = staleSince({ isOpen, contactAt: contact.at(), now })
  const updated = formatClock(contact.at() ?? now, { timeFormat, seconds: true })
  if (page === undefined) return undefined
  return (
    <div className={classes['board']} data-stale={since !== undefined} data-preview={isPreview}>
      <header className={classes['head']}>
        <h1 className={classes['name']}>{page.title === '' ? board.name : page.title}</h1>
        {board.pages.length > 1 ? (
          <span className={classes['pages']}>
            <VisuallyHidden>{t('boards.wall.page', { page: index + 1, count: board.pages.length })}</VisuallyHidden>
            {board.pages.map((_page, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- a dot has no other identity
              <span key={place} className={classes['dot']} data-shown={place === index} />
            ))}
          </span>
        ) : undefined}
        <span className={classes['updated']}>{t('boards.wall.updated', { time: updated })}</span>
        <time className={classes['clock']}>{formatClock(now, { timeFormat })}</time>
      </header>
      {since === undefined ? undefined : (
        <div role="alert" className={classes['lost']}>
          {t('boards.wall.lost', { ago: formatAgo(since, now) })}
        </div>
      )}
      <KeepLive board={board} />
      <Box
        component="main"
        // Another page gets new charts and maps.
        key={index}
        className={classes['grid'] ?? ''}
        style={{ '--columns': page.columns, '--rows': page.rows }}
      >
        {page.tiles.length === 0 ? <p className={classes['note']}>{t('boards.wall.empty')}</p> : undefined}
        {page.tiles.map((tile) => (
          <BoardTileView key={`${tile.column} ${tile.row}`} tile={tile} isOpen={isOpen} />
        ))}
      </Box>
    </div>
  )
}

/** When a wallboard was shown first, or changed: it begins with its first page. */
function useBeginning(board: ShownBoard, now: number): number {
  const [begun, setBegun] = useState({ board, at: now })
  if (begun.board === board) return begun.at
  setBegun({ board, at: now })
  return now
}

interface Rotation {
  readonly pages: number
  readonly seconds: number
  /** Epoch milliseconds. */
  readonly begunAt: number
  readonly now: number
}

/** Which page is shown now: each for the same time, in their order. A clock that was set back begins with the first one. */
export function shownPage({ pages, seconds, begunAt, now }: Rotation): number {
  if (pages <= 1) return 0
  const turns = Math.floor(Math.max(0, now - begunAt) / (seconds * 1_000))
  return turns % pages
}

interface Health {
  readonly isOpen: boolean
  /** When the portal answered last; undefined before the first answer. */
  readonly contactAt: number | undefined
  readonly now: number
}

/** A stream that is opened again within this time is no loss. */
const GRACE_MS = 5_000
/** The screen is read every 30 seconds: a portal that answered none of two reads is away, whatever the stream says. */
const SILENT_MS = 70_000

/** Since when the values are not live; undefined while they are. */
export function staleSince({ isOpen, contactAt, now }: Health): number | undefined {
  if (contactAt === undefined) return undefined
  return now - contactAt > (isOpen ? SILENT_MS : GRACE_MS) ? contactAt : undefined
}
