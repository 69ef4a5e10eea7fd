import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import type { SessionId } from '@fieldwatch/contract/api/ids'
import { MOST_SHARES, type ShareDraft, SHARED_PATH, ShareId, type ShareState } from '../contract/shares.ts'
import { requireAdmin } from '@fieldwatch/server/people/access/access-policy'
import { hashPassword } from '@fieldwatch/server/people/credentials/password-hash'
import { createAuditStore } from '@fieldwatch/server/platform/audit/audit-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError, invalidField } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { formatTime } from '@fieldwatch/server/platform/time/format-time'
import { type DraftParts, readDraft } from './read-draft.ts'
import { createShareSecret } from './share-secret.ts'
import { createShareJudge } from './judge-share.ts'
import { hashSecret } from '@fieldwatch/server/platform/random/hash-secret'
import { createShareStore, type ListedShare } from './share-store.ts'

export interface ShareParts extends DraftParts, Pick<Platform, 'bus' | 'clock' | 'random'> {
  readonly publicUrl: () => string
}

/**
 * Makes a link; its secret is known to no one afterwards.
 * @throws DomainError access/forbidden, unit/not-found, event/not-found, incident/not-found, share/nothing-shown, share/too-many,
 *   request/invalid
 */
export async function createLink(
  parts: ShareParts,
  caller: Caller,
  draft: ShareDraft,
  signal: AbortSignal,
): Promise<{ share: ListedShare; link: string }> {
  requireAdmin(caller)
  const { db, clock, random, publicUrl } = parts
  const at = clock()
  const expiresAt = draft.expiresUTC === undefined ? undefined : Date.parse(draft.expiresUTC)
  if (expiresAt !== undefined && expiresAt <= at) throw invalidField('expiresUTC', 'answers.moment-over')
  const meant = await readDraft(parts, draft, { caller, now: at, signal })
  const passwordHash = draft.password === undefined ? null : await hashPassword(draft.password)
  const secret = createShareSecret(random)
  const id = ShareId.parse(random.id())
  const share = await db.transaction().execute(async (tx) => {
    const store = createShareStore(tx)
    if ((await store.countForAdding(caller.entity)) >= MOST_SHARES) throw new DomainError('share/too-many')
    await store.add({
      id,
      secretHash: hashSecret(secret),
      entity: caller.entity,
      kind: draft.kind,
      ...meant,
      passwordHash,
      origins: [...new Set(draft.origins)],
      expiresAt,
      createdBy: caller.userId,
      createdAt: at,
    })
    const made = await requireShare(tx, caller, id)
    await record(tx, caller, { action: 'create shared link', share: made, at })
    return made
  })
  return { share, link: `${publicUrl()}${SHARED_PATH}/${id}#${secret}` }
}

/**
 * Ends a link; the pages that show it end at once.
 * @throws DomainError access/forbidden, share/not-found
 */
export async function withdrawLink({ db, bus, clock }: ShareParts, caller: Caller, id: ShareId): Promise<void> {
  requireAdmin(caller)
  await db.transaction().execute(async (tx) => {
    const share = await requireShare(tx, caller, id)
    if (!(await createShareStore(tx).remove(id))) throw new DomainError('share/not-found')
    await record(tx, caller, { action: 'withdraw shared link', share, at: clock() })
  })
  bus.publish('sessions-ended', { sessionIds: [id as string as SessionId] })
}

/**
 * From now on a link shows what this person can share, as if they had made it.
 * @throws DomainError access/forbidden, share/not-found, share/too-many, share/not-yours
 */
export async function takeOverLink(
  parts: ShareParts,
  caller: Caller,
  id: ShareId,
): Promise<{ share: ListedShare; state: ShareState }> {
  requireAdmin(caller)
  const { db, clock } = parts
  const at = clock()
  const known = await requireShare(db, caller, id)
  const by = {
    createdBy: caller.userId,
    entity: caller.reach.includes(known.entity) ? known.entity : caller.entity,
  }
  const { state } = await createShareJudge(parts, at)({ ...known, ...by })
  if (OUT_OF_REACH.has(state)) throw new DomainError('share/not-yours')
  return db.transaction().execute(async (tx) => {
    const store = createShareStore(tx)
    if (by.entity !== known.entity && (await store.countForAdding(by.entity)) >= MOST_SHARES)
      throw new DomainError('share/too-many')
    await store.takeOver(id, by)
    const share = await requireShare(tx, caller, id)
    await record(tx, caller, { action: 'take over shared link', share, at })
    return { share, state }
  })
}

/** Links about something that their new creator cannot see. */
const OUT_OF_REACH = new Set<ShareState>(['unit', 'incident'])

async function requireShare(tx: Db, { reach }: Caller, id: ShareId): Promise<ListedShare> {
  const share = await createShareStore(tx).find(id, reach)
  if (share === undefined) throw new DomainError('share/not-found')
  return share
}

interface Change {
  readonly action: ActivityAction
  readonly share: ListedShare
  readonly at: number
}

async function record(tx: Db, { userId }: Caller, { action, share, at }: Change): Promise<void> {
  const { kind, what, title, units, entity, expiresAt, passwordHash, origins } = share
  const { columns: _columns, filter: _filter, ...shown } = what
  const state = {
    kind,
    ...shown,
    ...(title === null ? {} : { title }),
    ...(units === 0 ? {} : { units }),
    ...(expiresAt === undefined ? {} : { expiresUTC: formatTime(expiresAt) }),
    hasPassword: passwordHash !== null,
    ...(origins.length === 0 ? {} : { origins }),
  }
  await createAuditStore(tx).record({
    at,
    userId,
    entityId: entity,
    action,
    ...subjectOf(share),
    ...(action === 'withdraw shared link' ? { before: state } : { after: state }),
  })
}

function subjectOf({ dataId, incidentId, entity }: ListedShare): { subjectKind: string; subjectId: string } {
  if (dataId !== undefined) return { subjectKind: 'unit', subjectId: dataId }
  if (incidentId !== undefined) return { subjectKind: 'incident', subjectId: String(incidentId) }
  return { subjectKind: 'entity', subjectId: entity }
}
