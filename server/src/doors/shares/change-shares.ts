import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import type { SessionId } from '@fieldwatch/contract/api/ids'
import { MOST_SHARES, type ShareDraft, SHARED_PATH, ShareId } from '@fieldwatch/contract/shares/shares'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { requireAdmin } from '#people/access/access-policy.ts'
import { hashPassword } from '#people/credentials/password-hash.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'
import { formatTime } from '#platform/time/format-time.ts'
import { findTemplate, type JudgeParts } from './judge-share.ts'
import { createShareSecret, hashSecret } from './share-secret.ts'
import { createShareStore, type ListedShare, type SharedPart } from './share-store.ts'
import { fieldsToShare } from './shared-screen.ts'

export interface ShareParts extends JudgeParts {
  readonly bus: Bus
  readonly clock: Clock
  readonly random: Random
  readonly publicUrl: () => string
}

/**
 * Makes a link; its secret is known to no one afterwards.
 * @throws DomainError access/forbidden, unit/not-found, share/nothing-shown, share/too-many, request/invalid
 */
export async function createLink(
  { db, clock, random, publicUrl }: ShareParts,
  caller: Caller,
  draft: ShareDraft,
): Promise<{ share: ListedShare; link: string }> {
  requireAdmin(caller)
  const at = clock()
  const { dataID: dataId } = draft.what
  const what = partOf(draft)
  const expiresAt = draft.expiresUTC === undefined ? undefined : Date.parse(draft.expiresUTC)
  if (expiresAt !== undefined && expiresAt <= at) throw invalidField('expiresUTC', 'This moment is over already.')
  const unit = await createUnitStore(db).getDocument(dataId, caller.reach)
  const template = await findTemplate(db, unit, caller)
  const fields = template === undefined ? {} : fieldsToShare(template, what)
  if (Object.keys(fields).length === 0) throw new DomainError('share/nothing-shown')
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
      dataId,
      kind: draft.kind,
      what,
      fields,
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

function partOf(draft: ShareDraft): SharedPart {
  if (draft.kind !== 'chart') return {}
  const { chart, range } = draft.what
  if (range.kind === 'last') return { chart, range }
  const utc = (text: string): string => formatTime(Date.parse(text))
  return { chart, range: { kind: 'between', fromUTC: utc(range.fromUTC), toUTC: utc(range.toUTC) } }
}

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
  const { kind, what, dataId, entity, expiresAt, passwordHash, origins } = share
  const state = {
    kind,
    ...what,
    ...(expiresAt === undefined ? {} : { expiresUTC: formatTime(expiresAt) }),
    hasPassword: passwordHash !== null,
    ...(origins.length === 0 ? {} : { origins }),
  }
  await createAuditStore(tx).record({
    at,
    userId,
    entityId: entity,
    action,
    ...(dataId === undefined
      ? { subjectKind: 'entity', subjectId: entity }
      : { subjectKind: 'unit', subjectId: dataId }),
    ...(action === 'create shared link' ? { after: state } : { before: state }),
  })
}
