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
} from '@fieldwatch/contract/boards/boards'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { requireAdmin, requireAdminOf } from '#people/access/access-policy.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import type { JudgeParts } from '#doors/shares/judge-share.ts'
import { hashSecret } from '#platform/random/hash-secret.ts'
import { createBoardStore, type ListedBoard, type SavedData } from './board-store.ts'
import { readSavedData } from './judge-board.ts'
import { createScreenStore } from './screen-store.ts'

export type BoardParts = JudgeParts & Pick<Platform, 'bus' | 'clock' | 'random'>

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
  const at = parts.clock()
  const id = BoardId.parse(parts.random.id())
  return parts.db.transaction().execute(async (tx) => {
    const store = createBoardStore(tx)
    if ((await store.countForAdding(entity)) >= MOST_BOARDS) throw new DomainError('board/too-many')
    await store.add({ id, entity, draft, ...saved, savedBy: caller.userId, savedAt: at })
    const board = await requireBoard(tx, caller, id)
    await recordBoard(tx, caller, { at, action: 'create wallboard', board, after: auditOf(board) })
    return board
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
  const at = parts.clock()
  return parts.db.transaction().execute(async (tx) => {
    const store = createBoardStore(tx)
    await createVersionStore(tx).lock({ kind: 'board', id })
    const before = await requireBoard(tx, caller, id)
    await requireSeen(tx, caller, { kind: 'board', id }, seen)
    const sources = joinSources(before, saved)
    await store.change({ id, draft, fields: saved.fields, sources, savedBy: caller.userId, savedAt: at })
    await createVersionStore(tx).raise({ kind: 'board', id }, { by: caller.userId, at })
    const board = await requireBoard(tx, caller, id)
    const states = { before: auditOf(before), after: auditOf(board) }
    await recordBoard(tx, caller, { at, action: 'change wallboard', board, ...states })
    return board
  })
}

/**
 * Its screens go blank immediately.
 * @throws DomainError access/forbidden, board/not-found
 */
export async function removeBoard({ db, bus, clock }: BoardParts, caller: Caller, id: BoardId): Promise<void> {
  requireAdmin(caller)
  const screens = await db.transaction().execute(async (tx) => {
    await createVersionStore(tx).lock({ kind: 'board', id })
    const board = await requireBoard(tx, caller, id)
    const ended = await createScreenStore(tx).listOf([id], caller.reach)
    await createBoardStore(tx).remove(id)
    await recordBoard(tx, caller, { at: clock(), action: 'delete wallboard', board, before: auditOf(board) })
    return ended
  })
  bus.publish('sessions-ended', { sessionIds: screens.map((screen) => screen.id as string as SessionId) })
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
  await createAuditStore(tx).recordChange(caller, { kind: 'wallboard', id: board.id, entity: board.entity }, entry)
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

function auditOf({ draft: { name, seconds, pages } }: ListedBoard): object {
  return { name, seconds, pages: pages.length, tiles: pages.reduce((sum, { tiles }) => sum + tiles.length, 0) }
}
