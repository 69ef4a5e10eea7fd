import {
  updateBoard,
  createBoard,
  listBoards,
  addBoardScreen,
  createBoardPreview,
  removeBoard,
  removeBoardScreen,
} from '../../contract/boards.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@fieldwatch/web/platform/api/call.ts'
import { useCall } from '@fieldwatch/web/platform/api/use-action.ts'

const BOARDS_KEY = ['boards'] as const

/** The wallboards of the entities in reach, by name. */
export function boardsQuery(api: Api) {
  return queryOptions({
    queryKey: BOARDS_KEY,
    queryFn: async ({ signal }) => (await api.call(listBoards, {}, { signal })).details.boards,
    staleTime: 0,
    // When screens were seen.
    refetchInterval: 60_000,
  })
}

const CHANGE = { rereads: [BOARDS_KEY] }

export const useCreateBoard = () => useCall(createBoard, { ...CHANGE, once: true })
export const useChangeBoard = () => useCall(updateBoard, CHANGE)
export const useRemoveBoard = () => useCall(removeBoard, CHANGE)
export const usePreviewBoard = () => useCall(createBoardPreview)
export const usePairScreen = () => useCall(addBoardScreen, { ...CHANGE, once: true })
export const useRemoveScreen = () => useCall(removeBoardScreen, CHANGE)
