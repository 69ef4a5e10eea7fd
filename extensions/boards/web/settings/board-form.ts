import type { EntityId } from '@fieldwatch/contract/api/ids'
import { MOST_COLUMNS, MOST_ROWS, placeTiles } from '../../contract/board-layout.ts'
import {
  BOARD_PATH,
  type Board,
  type BoardDraft,
  type BoardPage,
  type BoardTile,
  LONGEST_PAGE_SECONDS,
  SHORTEST_PAGE_SECONDS,
} from '../../contract/boards.ts'
import { t } from '../texts.ts'

export interface BoardValues {
  name: string
  seconds: number | ''
  entity: EntityId
  pages: readonly BoardPage[]
}

const USUAL_SECONDS = 20

export const COLUMN_CHOICES = Array.from({ length: MOST_COLUMNS }, (_, index) => String(index + 1))
export const ROW_CHOICES = Array.from({ length: MOST_ROWS }, (_, index) => String(index + 1))

export function emptyPage(): BoardPage {
  return { title: '', columns: 3, rows: 2, tiles: [] }
}

export function boardValues(board: Board | undefined, entity: EntityId): BoardValues {
  return {
    name: board?.name ?? '',
    seconds: board?.seconds ?? USUAL_SECONDS,
    entity: board?.entity ?? entity,
    pages: board?.pages ?? [emptyPage()],
  }
}

export function draftOf({ name, seconds, pages }: BoardValues): BoardDraft {
  return { name, seconds: seconds === '' ? Number.NaN : seconds, pages: [...pages] }
}

export function boardErrors(values: BoardValues): Record<string, string> {
  const { name, seconds, pages } = values
  const isTime =
    seconds !== '' && Number.isInteger(seconds) && seconds >= SHORTEST_PAGE_SECONDS && seconds <= LONGEST_PAGE_SECONDS
  return {
    ...(name.trim() === '' ? { name: t('boards.name.missing') } : {}),
    ...(isTime ? {} : { seconds: t('boards.seconds.wrong') }),
    ...(pages.every(fitsOnPage) ? {} : { pages: t('boards.page.full') }),
  }
}

export function fitsOnPage({ tiles, columns, rows }: BoardPage): boolean {
  return placeTiles(tiles, { columns, rows }) !== undefined
}

/** The list with one item moved by one place. */
export function moved<T>(list: readonly T[], index: number, by: 1 | -1): readonly T[] {
  const item = list[index]
  if (item === undefined || index + by < 0 || index + by >= list.length) return list
  return list.toSpliced(index, 1).toSpliced(index + by, 0, item)
}

/** What a tile shows, in words. */
export function tileName(tile: BoardTile, unitName: (dataID: string) => string): string {
  switch (tile.kind) {
    case 'widget':
    case 'chart':
      return t('boards.tile.name', { title: tile.title, unit: unitName(tile.dataID) })
    case 'map':
      return tile.title === '' ? t('boards.tile.kind.map') : tile.title
    case 'text':
      return tile.text.split('\n', 1)[0] ?? ''
    default:
      return t('boards.tile.kind.alerts')
  }
}

/** Where a television gets its code. */
export function boardAddress(): string {
  return `${location.origin}${BOARD_PATH}`
}
