import {
  type Board,
  type BoardScreenDocument,
  updateBoard as changeEndpoint,
  createBoard as createEndpoint,
  listBoards,
  PAIRING_MINUTES,
  addBoardScreen as pairEndpoint,
  createBoardPreview as previewEndpoint,
  removeBoard as removeEndpoint,
  removeBoardScreen as removeScreenEndpoint,
  createBoardPairing as startEndpoint,
} from '../contract/boards.ts'
import type { FastifyInstance } from 'fastify'
import { requireAdmin } from '@fieldwatch/server/people/access/access-policy'
import { addRoute } from '@fieldwatch/server/platform/http/add-route'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { done, success } from '@fieldwatch/server/platform/http/envelope'
import { limitByNetwork } from '@fieldwatch/server/platform/http/limit-networks'
import { formatTime } from '@fieldwatch/server/platform/time/format-time'
import { createBoardStore, type ListedBoard } from './board-store.ts'
import { type BoardParts, changeBoard, createBoard, previewBoard, removeBoard } from './change-boards.ts'
import { findEditor } from './judge-board.ts'
import { pairScreen, removeScreen, startPairing } from './pair-screen.ts'
import { createScreenStore, type ListedScreen } from './screen-store.ts'

/** Codes for screens of one network. */
const STARTS = { max: 120, timeWindow: 60_000 }

/** Wallboards, and the screens that show them. */
export function registerBoardRoutes(app: FastifyInstance, parts: BoardParts): void {
  addRoute(app, listBoards, async ({ caller }) => {
    requireAdmin(caller)
    return success({ boards: await describe(parts, caller, await createBoardStore(parts.db).list(caller.reach)) })
  })

  addRoute(app, createEndpoint, async ({ caller, body }) =>
    success(await describeOne(parts, caller, await createBoard(parts, caller, body))),
  )

  addRoute(app, changeEndpoint, async ({ caller, body: { boardID: id, version: _version, ...draft }, seen }) =>
    success(await describeOne(parts, caller, await changeBoard(parts, caller, { id, seen, ...draft }))),
  )

  addRoute(app, removeEndpoint, ({ caller, body }) => removeBoard(parts, caller, body.boardID).then(() => done()))

  addRoute(app, previewEndpoint, async ({ caller, body, reply }) => {
    void reply.header('cache-control', 'no-store')
    return success(await previewBoard(parts, caller, body))
  })

  addRoute(app, pairEndpoint, async ({ caller, body, request }) =>
    success({ screen: describeScreen(await pairScreen(parts, { caller, address: request.ip }, body)) }),
  )

  addRoute(app, removeScreenEndpoint, ({ caller, body }) =>
    removeScreen(parts, caller, body.screenID).then(() => done()),
  )

  void app.register(async (limited) => {
    await limitByNetwork(limited, STARTS)
    addRoute(limited, startEndpoint, async ({ request, reply }) => {
      void reply.header('cache-control', 'no-store')
      const { code, pass, expiresAt } = await startPairing(parts, request.ip)
      return success({ code, pass, expiresUTC: formatTime(expiresAt), seconds: PAIRING_MINUTES * 60 })
    })
  })
}

async function describeOne(parts: BoardParts, caller: Caller, board: ListedBoard): Promise<Board> {
  const [described] = await describe(parts, caller, [board])
  if (described === undefined) throw new Error('a wallboard was not described')
  return described
}

async function describe(parts: BoardParts, { reach }: Caller, boards: readonly ListedBoard[]): Promise<Board[]> {
  const screens = await createScreenStore(parts.db).listOf(
    boards.map(({ id }) => id),
    reach,
  )
  const byBoard = Map.groupBy(screens, ({ boardId }) => boardId)
  const described: Board[] = []
  for (const board of boards) {
    const editor = await findEditor(parts, board)
    described.push({
      boardID: board.id,
      entity: board.entity,
      name: board.draft.name,
      seconds: board.draft.seconds,
      pages: board.draft.pages,
      savedBy: board.by,
      savedUTC: formatTime(board.savedAt),
      state: editor === undefined ? 'editor' : 'open',
      screens: (byBoard.get(board.id) ?? []).map(describeScreen),
      version: board.version,
    })
  }
  return described
}

function describeScreen({ id, name, pairedAt, by, lastSeenAt, address }: ListedScreen): BoardScreenDocument {
  return {
    screenID: id,
    name,
    pairedUTC: formatTime(pairedAt),
    pairedBy: by,
    lastSeenUTC: lastSeenAt === undefined ? null : formatTime(lastSeenAt),
    address,
  }
}
