import { SHARE_PREFIX, ShareId, SHARED_PATH } from '../contract/shares.ts'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { networkOf } from '@fieldwatch/server/platform/http/network'
import { verifyPassword } from '@fieldwatch/server/people/credentials/password-hash'
import { createSignInFailureStore } from '@fieldwatch/server/people/credentials/sign-in-failure-store'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { createShareJudge, type JudgeParts, type OpenShare } from './judge-share.ts'
import { isPass, passOf, secretOfPass } from './share-secret.ts'
import { hashSecret } from '@fieldwatch/server/platform/random/hash-secret'
import { createShareStore, type StoredShare } from './share-store.ts'
import type { Visitors } from '@fieldwatch/server/doors/visitors/visit'
import type { Db } from '@fieldwatch/server/platform/database/database'
import type { PageFrames } from '@fieldwatch/server/platform/web-app/page-frames'
import type { Clock } from '@fieldwatch/server/platform/time/clock'

type Parts = JudgeParts & Pick<Platform, 'clock' | 'random'>

interface Given {
  readonly secret: string
  readonly password: string | undefined
  /** The address of the visitor. */
  readonly address: string
}

/**
 * Opens a link for a visitor, and counts it. A link that there never was, one that ended, and a missing or wrong password are one
 * answer, in the same time; so are the limits on tries, which count by what was presented.
 * @throws DomainError share/closed, auth/too-many-requests
 */
export async function openShare(
  parts: Parts,
  { secret, password, address }: Given,
): Promise<{ pass: string; open: OpenShare }> {
  const { db, clock, random } = parts
  const at = clock()
  const store = createShareStore(db)
  const secretHash = hashSecret(secret)
  const failures = createSignInFailureStore(db)
  const account = `shared link ${secretHash.toString('hex')}`
  const attempt = { id: random.id(), account, network: networkOf(address), browser: undefined, at }
  // Without a password nothing is guessed.
  if (password !== undefined) await failures.begin(attempt)
  const share = await store.findBySecret(secretHash)
  const judged = share && (await createShareJudge(parts, at)(share))
  const needed = share?.passwordHash ?? undefined
  const isRight = await verifyPassword(needed, password ?? '')
  const isAdmitted = share !== undefined && (share.passwordHash === null || isRight)
  if (!isAdmitted || judged?.state !== 'open') {
    if (password !== undefined) await failures.fail(attempt)
    throw new DomainError('share/closed')
  }
  if (password !== undefined) await failures.succeed(attempt)
  await store.noteOpening(share.id, at)
  return { pass: passOf(secret, share.passwordHash), open: judged }
}

/** The visitors of links. */
export function createShareVisitors(parts: Omit<Parts, 'random'>): Visitors {
  const { db, clock } = parts
  const judge = async (share: StoredShare | undefined): Promise<OpenShare | undefined> => {
    const judged = share && (await createShareJudge(parts, clock())(share))
    return judged?.state === 'open' ? judged : undefined
  }
  return {
    prefix: SHARE_PREFIX,
    find: async (pass) => {
      const share = await createShareStore(db).findBySecret(hashSecret(secretOfPass(pass)))
      const open = share !== undefined && isPass(pass, share.passwordHash) ? await judge(share) : undefined
      if (open === undefined) throw new DomainError('share/closed')
      return open
    },
    findAgain: async (id) => judge(await createShareStore(db).findById(id as ShareId)),
  }
}

/** Who may show the page of a shared link in a frame: the origins that the link names, and no page of our own. */
export function createShareFrames({ db, clock }: { readonly db: Db; readonly clock: Clock }): PageFrames {
  return async (path) => {
    if (!path.startsWith(`${SHARED_PATH}/`)) return undefined
    const id = ShareId.safeParse(path.slice(SHARED_PATH.length + 1))
    return id.success ? createShareStore(db).listOrigins(id.data, clock()) : []
  }
}
