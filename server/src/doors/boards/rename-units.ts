import type { DataId } from '@fieldwatch/contract/api/ids'
import type { BoardPage, BoardTile } from '@fieldwatch/contract/boards/boards'
import type { SavedData } from './judge-board.ts'

interface WithUnits extends SavedData {
  readonly pages: readonly BoardPage[]
}

/** What is kept of a wallboard, with the dataIDs that its units have now. */
export function renameUnits({ pages, fields, sources }: WithUnits, names: ReadonlyMap<DataId, DataId>): WithUnits {
  if (names.size === 0) return { pages, fields, sources }
  const nameOf = (dataId: DataId): DataId => names.get(dataId) ?? dataId
  const renamed = (tile: BoardTile): BoardTile => {
    if (tile.kind === 'map') return { ...tile, dataIDs: tile.dataIDs.map(nameOf) }
    return tile.kind === 'widget' || tile.kind === 'chart' ? { ...tile, dataID: nameOf(tile.dataID) } : tile
  }
  const keyed = <T>(byUnit: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(byUnit).map(([dataId, value]) => [nameOf(dataId as DataId), value]))
  return {
    pages: pages.map((page) => ({ ...page, tiles: page.tiles.map(renamed) })),
    fields: keyed(fields),
    sources: keyed(sources),
  }
}
