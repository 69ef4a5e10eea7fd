import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import type { EntityId, SessionId } from '@fieldwatch/contract/api/ids'
import {
  BOARD_PREFIX,
  type BoardDraft,
  BoardId,
  MOST_BOARDS,
  PAIRING_MINUTES,
  ScreenId,
  unitsOfPages,
} from '../contract/boards.ts'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import { requireAdmin, requireAdminOf } from '@fieldwatch/server/people/access/access-policy'
import { createAuditStore } from '@fieldwatch/server/platform/audit/audit-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { createResource } from '@fieldwatch/server/platform/resources/resource'
import { hashSecret } from '@fieldwatch/server/platform/random/hash-secret'
import { createBoardStore, type ListedBoard, type SavedData } from './board-store.ts'
import { type JudgeParts, readSavedData } from './judge-board.ts'
import { createScreenStore } from './screen-store.ts'

export type BoardParts = JudgeParts & Pick<Platform, 'bus' | 'clock' | 'random'>

const boards = createResource<BoardId, ListedBoard>({
  kind: 'board',
  table: 'board',
  actions: { create: 'create wallboard', change: 'change wallboard', remove: 'delete wallboard' },
  get: requireBoard,
  toLog,
  subject: subjectOf,
})

interface Asked extends BoardDraft {
  readonly entity?: EntityId | undefined
}

/** @throws DomainError access/forbidden, entity/not-found, unit/not-found, board/too-many */
export async function createBoard(
  parts: BoardParts,
  caller: Caller,
  { entity: asked, ...draft }: Asked,
): Promise<ListedBoard> {
  const entity = requireAdminOf(caller, asked)
  await requireUnits(parts.db, caller, draft)
  const saved = await readSavedData(parts, caller, draft.pages)
  const id = BoardId.parse(parts.random.id())
  return boards.create(parts, caller, async (tx, at) => {
    const store = createBoardStore(tx)
    if ((await store.countForAdding(entity)) >= MOST_BOARDS) throw new DomainError('board/too-many')
    await store.add({ id, entity, draft, ...saved, savedBy: caller.userId, savedAt: at })
    return id
  })
}

/**
 * From now on the wallboard shows what this person can share.
 * @throws DomainError access/forbidden, board/not-found, board/changed, unit/not-found
 */
export async function changeBoard(
  parts: BoardParts,
  caller: Caller,
  { id, seen, ...draft }: BoardDraft & { id: BoardId; seen: number | undefined },
): Promise<ListedBoard> {
  requireAdmin(caller)
  const known = await requireBoard(parts.db, caller, id)
  await requireUnits(parts.db, caller, draft, known)
  const saved = await readSavedData(parts, caller, draft.pages)
  return boards.change(parts, caller, { id, seen }, async (tx, before, at) => {
    const sources = joinSources(before, saved)
    const { fields } = saved
    await createBoardStore(tx).change({ id, draft, fields, sources, savedBy: caller.userId, savedAt: at })
  })
}

/**
 * Its screens go blank immediately.
 * @throws DomainError access/forbidden, board/not-found
 */
export async function removeBoard(parts: BoardParts, caller: Caller, id: BoardId): Promise<void> {
  requireAdmin(caller)
  const sessionIds: SessionId[] = []
  await boards.remove(parts, caller, id, async (tx) => {
    const screens = await createScreenStore(tx).listOf([id], caller.reach)
    sessionIds.push(...screens.map((screen) => screen.id as string as SessionId))
    await createBoardStore(tx).remove(id)
  })
  parts.bus.publish('sessions-ended', { sessionIds })
}

/**
 * Keeps what an editor looks at without saving it, for some minutes. Units out of reach are shown as gone.
 * @throws DomainError access/forbidden, entity/not-found
 */
export async function previewBoard(
  { db, clock, random }: BoardParts,
  caller: Caller,
  { entity: asked, ...draft }: Asked,
): Promise<{ pass: string }> {
  const entity = requireAdminOf(caller, asked)
  const pass = `${BOARD_PREFIX}${random.secret()}`
  await createScreenStore(db).setPreview({
    id: ScreenId.parse(random.id()),
    userId: caller.userId,
    entity,
    draft,
    secretHash: hashSecret(pass),
    expiresAt: clock() + PAIRING_MINUTES * 60_000,
  })
  return { pass }
}

/** @throws DomainError board/not-found, also for that of an entity out of reach */
export async function requireBoard(db: Db, { reach }: Pick<Caller, 'reach'>, id: BoardId): Promise<ListedBoard> {
  const board = await createBoardStore(db).find(id, reach)
  if (board === undefined) throw new DomainError('board/not-found')
  return board
}

export async function recordBoard(
  tx: Db,
  caller: Caller,
  { board, ...entry }: { at: number; action: ActivityAction; board: ListedBoard; before?: object; after?: object },
): Promise<void> {
  await createAuditStore(tx).recordChange(caller, subjectOf(board), entry)
}

function subjectOf({ id, entity }: ListedBoard) {
  return { kind: 'wallboard', id, entity }
}

/** Units that the wallboard did not show before must be in reach: it says of the others that they are gone. */
async function requireUnits(db: Db, { reach }: Caller, { pages }: BoardDraft, before?: ListedBoard): Promise<void> {
  const known = new Set(before === undefined ? [] : unitsOfPages(before.draft.pages))
  const added = unitsOfPages(pages).filter((dataId) => !known.has(dataId))
  if (added.length === 0) return
  const found = await createUnitStore(db).listInReach(added, reach)
  if (added.some((dataId) => !found.has(dataId))) throw new DomainError('unit/not-found')
}

/** Sources that were deleted stay known as long as their unit is on the wallboard. */
function joinSources(before: SavedData, after: SavedData): SavedData['sources'] {
  return Object.fromEntries(
    Object.entries(after.sources).map(([dataId, names]) => [
      dataId,
      [...new Set([...(before.sources[dataId] ?? []), ...names])],
    ]),
  )
}

function toLog({ draft: { name, seconds, pages } }: ListedBoard): object {
  return { name, seconds, pages: pages.length, tiles: pages.reduce((sum, { tiles }) => sum + tiles.length, 0) }
}
