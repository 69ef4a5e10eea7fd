import { BOARD_PREFIX, type BoardId } from '../contract/boards.ts'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Clock } from '@fieldwatch/server/platform/time/clock'
import { hashSecret } from '@fieldwatch/server/platform/random/hash-secret'
import type { Visit, Visitors } from '@fieldwatch/server/doors/visitors/visit'
import { createBoardStore } from './board-store.ts'
import { findEditor, type JudgeParts, judgeBoard, readSavedData } from './judge-board.ts'
import { type BoardScreen, createScreenStore, type Preview } from './screen-store.ts'

interface Parts extends JudgeParts {
  readonly clock: Clock
}

/** How old what the list of screens says may be. */
const SEEN_EVERY_MS = 60_000

interface Judgement {
  hasBegun: boolean
  readonly visit: Promise<Visit | undefined>
}

/** The screens that were paired with wallboards, and the editors who look at a wallboard that is not saved. */
export function createBoardVisitors(parts: Parts): Visitors {
  const { db, clock } = parts
  const newest = new Map<BoardId, Judgement>()

  async function visitOf(id: string, boardId: BoardId): Promise<Visit | undefined> {
    const visit = await judgeTogether(boardId).visit
    return visit && { ...visit, id }
  }

  /** A page of ten tiles reads ten times at once. What asks during a judgement shares the next one, so that none is older than its question. */
  function judgeTogether(boardId: BoardId): Judgement {
    const before = newest.get(boardId)
    if (before?.hasBegun === false) return before
    const begin = (): Promise<Visit | undefined> => {
      judgement.hasBegun = true
      return judge(boardId)
    }
    const visit = (before === undefined ? Promise.resolve() : before.visit).then(begin, begin).finally(() => {
      if (newest.get(boardId) === judgement) newest.delete(boardId)
    })
    const judgement: Judgement = { hasBegun: false, visit }
    newest.set(boardId, judgement)
    return judgement
  }

  async function judge(boardId: BoardId): Promise<Visit | undefined> {
    const board = await createBoardStore(db).findById(boardId)
    return board && judgeBoard(parts, board, { id: boardId, seed: boardId })
  }

  async function visitOfPreview({ id, entity, draft, userId }: Preview): Promise<Visit | undefined> {
    const actor = await findEditor(parts, { entity, savedBy: userId })
    if (actor === undefined) return undefined
    const saved = await readSavedData(parts, actor, draft.pages)
    return judgeBoard(parts, { entity, draft, savedBy: userId, deleted: [], ...saved }, { id, seed: id })
  }

  async function noteSeen({ id, lastSeenAt = 0, ...before }: BoardScreen, address: string): Promise<void> {
    const at = clock()
    if (at - lastSeenAt < SEEN_EVERY_MS && before.address === address) return
    await createScreenStore(db).noteSeen(id, { address, at })
  }

  return {
    prefix: BOARD_PREFIX,

    find: async (pass, { address }) => {
      const secretHash = hashSecret(pass)
      const screen = await createScreenStore(db).findBySecret(secretHash)
      const preview =
        screen === undefined ? await createScreenStore(db).findPreview({ secretHash }, clock()) : undefined
      const visit = screen ? await visitOf(screen.id, screen.boardId) : preview && (await visitOfPreview(preview))
      if (screen !== undefined) await noteSeen(screen, address)
      // A paired screen may know why it shows nothing: it needs no other code.
      if (visit === undefined) throw new DomainError(screen === undefined ? 'share/closed' : 'board/no-editor')
      return visit
    },

    findAgain: async (id) => {
      const boardId = await createScreenStore(db).findBoardOf(id)
      if (boardId !== undefined) return visitOf(id, boardId)
      const preview = await createScreenStore(db).findPreview({ id }, clock())
      return preview && visitOfPreview(preview)
    },
  }
}
