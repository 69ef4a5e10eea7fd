import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { SessionId } from '@fieldwatch/contract/api/ids'
import {
  BOARD_PREFIX,
  MOST_BOARD_SCREENS,
  PAIRING_MINUTES,
  type addBoardScreen as pairEndpoint,
  ScreenId,
} from '../contract/boards.ts'
import { requireAdmin } from '@fieldwatch/server/people/access/access-policy'
import { createSignInFailureStore } from '@fieldwatch/server/people/credentials/sign-in-failure-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { networkOf } from '@fieldwatch/server/platform/http/network'
import { createVersionStore } from '@fieldwatch/server/platform/versions/version-store'
import { hashSecret } from '@fieldwatch/server/platform/random/hash-secret'
import { createBoardStore } from './board-store.ts'
import { type BoardParts, recordBoard, requireBoard } from './change-boards.ts'
import { findEditor } from './judge-board.ts'
import { createScreenStore, type ListedScreen } from './screen-store.ts'
import { hash } from 'node:crypto'
import type { Random } from '@fieldwatch/server/platform/random/random'

/** Pairings at once. */
const MOST = {
  /** A house full of televisions. */
  ofNetwork: 30,
  /** A guess of one of so many codes is right once in a billion times. */
  all: 1_000,
}

export interface Pairing {
  readonly code: string
  readonly pass: string
  readonly expiresAt: number
}

/**
 * Gives a screen a code, and the pass that opens its wallboard once the code was entered. No account is needed for it, so it is never
 * refused: where there are too many codes, an older one gives way.
 */
export async function startPairing(
  { db, clock, random }: Pick<BoardParts, 'db' | 'clock' | 'random'>,
  address: string,
): Promise<Pairing> {
  const network = networkOf(address)
  const code = createBoardCode(random)
  const pass = `${BOARD_PREFIX}${random.secret()}`
  const expiresAt = clock() + PAIRING_MINUTES * 60_000
  await db.transaction().execute(async (tx) => {
    const store = createScreenStore(tx)
    await store.makeRoom(network, { now: clock(), most: MOST })
    await store.addPairing({ codeHash: hashBoardCode(code), secretHash: hashSecret(pass), network, expiresAt })
  })
  return { code: formatBoardCode(code), pass, expiresAt }
}

/**
 * Lets the screen that shows a code show a wallboard. Guesses are counted as wrong passwords are.
 * @throws DomainError access/forbidden, board/not-found, board/no-editor, board/code-wrong, board/too-many-screens, auth/too-many-requests
 */
export async function pairScreen(
  parts: BoardParts,
  { caller, address }: { caller: Caller; address: string },
  { code, boardID, name }: BodyOf<typeof pairEndpoint>,
): Promise<ListedScreen> {
  requireAdmin(caller)
  const board = await requireBoard(parts.db, caller, boardID)
  if ((await findEditor(parts, board)) === undefined) throw new DomainError('board/no-editor')
  const at = parts.clock()
  const failures = createSignInFailureStore(parts.db)
  const account = `code of a screen ${caller.userId}`
  const attempt = { id: parts.random.id(), account, network: networkOf(address), browser: undefined, at }
  await failures.begin(attempt)
  const screen = await parts.db
    .transaction()
    .execute((tx) => pair(tx, caller, { code, boardID, name, at, id: ScreenId.parse(parts.random.id()) }))
  if (screen === undefined) {
    await failures.fail(attempt)
    throw new DomainError('board/code-wrong')
  }
  await failures.succeed(attempt)
  return screen
}

/**
 * It goes blank immediately.
 * @throws DomainError access/forbidden, board/screen-not-found
 */
export async function removeScreen({ db, bus, clock }: BoardParts, caller: Caller, id: ScreenId): Promise<void> {
  requireAdmin(caller)
  await db.transaction().execute(async (tx) => {
    const boardId = await createScreenStore(tx).findBoardOf(id)
    const board = boardId === undefined ? undefined : await createBoardStore(tx).find(boardId, caller.reach)
    if (board === undefined) throw new DomainError('board/screen-not-found')
    const screen = (await createScreenStore(tx).listOf([board.id], caller.reach)).find((one) => one.id === id)
    if (screen === undefined || !(await createScreenStore(tx).remove(id)))
      throw new DomainError('board/screen-not-found')
    const before = { name: board.draft.name, screen: screen.name }
    await recordBoard(tx, caller, { at: clock(), action: 'remove screen', board, before })
  })
  bus.publish('sessions-ended', { sessionIds: [id as string as SessionId] })
}

type Asked = BodyOf<typeof pairEndpoint> & { readonly at: number; readonly id: ScreenId }

/** Undefined: no screen shows the code now. */
async function pair(tx: Db, caller: Caller, { code, boardID, name, at, id }: Asked): Promise<ListedScreen | undefined> {
  const store = createScreenStore(tx)
  await createVersionStore(tx).lock({ kind: 'board', table: 'board', id: boardID })
  const board = await requireBoard(tx, caller, boardID)
  if ((await store.listOf([boardID], caller.reach)).length >= MOST_BOARD_SCREENS)
    throw new DomainError('board/too-many-screens')
  const secretHash = await store.takePairing(hashBoardCode(code), at)
  if (secretHash === undefined) return undefined
  await store.add({ id, boardId: boardID, name, secretHash, by: caller.userId, at })
  const after = { name: board.draft.name, screen: name }
  await recordBoard(tx, caller, { at, action: 'pair screen', board, after })
  return (await store.listOf([boardID], caller.reach)).find((screen) => screen.id === id)
}

/** Letters and digits that are not taken for one another on a television: no I and O, no 0 and 1. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 8

/** A new code: 40 random bits. */
function createBoardCode(random: Random): string {
  // Each of the 32 letters is as likely as the others.
  const bytes = hash('sha256', random.secret(), 'buffer')
  return [...bytes.subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
}

/** In two groups, for reading. */
function formatBoardCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

/** What is kept of a code as it was typed: case, spaces and dashes don't matter. It is good for minutes, so a fast hash is enough. */
function hashBoardCode(typed: string): Buffer {
  return hash('sha256', typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''), 'buffer')
}
