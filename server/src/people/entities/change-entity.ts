import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { updateEntity } from '@fieldwatch/contract/people/entities'
import type { SessionId } from '@fieldwatch/contract/api/ids'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { requireRecentProof } from '#people/credentials/require-recent-proof.ts'
import { createSessionStore } from '#people/credentials/session-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { type EntityParts, storePicture } from './entity-parts.ts'
import { requireMayChangeEntity } from './entity-policy.ts'
import { createEntityStore, type EntityChanges, type StoredEntity } from './entity-store.ts'
import { requireNewName } from './require-new-name.ts'

type Wanted = Omit<BodyOf<typeof updateEntity>, 'version'> & { seen: number | undefined }

/**
 * Changes an entity; disabling it ends the sessions of its people. Returns it as it is then.
 * @throws DomainError access/forbidden, entity/not-found, entity/own-status, entity/changed, entity/name-taken,
 *   second-factor/own-first, auth/step-up-needed, and those of `Images.store`
 */
export async function changeEntity(parts: EntityParts, caller: Caller, wanted: Wanted): Promise<StoredEntity> {
  const { db, bus, clock, images } = parts
  const { entityID: id, seen, sameName, ...changes } = wanted
  const thing = { kind: 'entity', id } as const
  requireMayChangeEntity(caller, id, changes.status)
  const logo = await storePicture(parts, caller, 'logo', changes.logo)
  const icon = await storePicture(parts, caller, 'icon', changes.icon)
  const at = clock()
  const { after, sessionIds, publish } = await db.transaction().execute(async (tx) => {
    const entities = createEntityStore(tx)
    await entities.lock(id)
    await requireSeen(tx, caller, thing, seen)
    const before = await entities.get(id)
    await requireProofs(tx, caller, { wanted: changes.secondFactorRequired, before: before.secondFactorRequired, at })
    if (changes.name !== undefined && changes.name !== before.name) {
      await requireNewName(tx, { name: changes.name, sameName }, { reach: caller.reach, except: id })
    }
    await entities.update(id, { ...changes, logo, icon })
    await createVersionStore(tx).raise(thing, { by: caller.userId, at })
    const after = await entities.get(id)
    await replacePictures(parts, tx, caller, { before, after })
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'entity', id, entity: id },
      { at, action: 'change entity', before: pick(before, wanted), after: pick(after, wanted) },
    )
    const publish = await settle(parts, tx, { caller, before, after, now: at })
    const ended = after.status === 'disabled' ? await createSessionStore(tx).endAllOfEntity(id, at) : []
    return { after, sessionIds: ended, publish }
  })
  if (sessionIds.length > 0) bus.publish('sessions-ended', { sessionIds: sessionIds satisfies SessionId[] })
  bus.publish('rights-changed', {})
  publish()
  await images.removeUnreferenced()
  return after
}

interface Change {
  readonly caller: Caller
  readonly before: StoredEntity
  readonly after: StoredEntity
  readonly now: number
}

/** Carries out what follows for what the entity and its people hold while it is disabled, and no longer. */
async function settle(
  { followChange }: EntityParts,
  tx: Db,
  { caller, before, after: { entityID: entity, name, status }, now }: Change,
): Promise<() => void> {
  if (before.status === status) return () => undefined
  const reason: Sentence = (t) =>
    status === 'disabled' ? t('mails.entity-disabled', { entity: name }) : t('mails.entity-enabled', { entity: name })
  const kind = status === 'disabled' ? 'entity-disabled' : 'entity-enabled'
  return followChange(tx, { change: { kind, entityID: entity }, reason, caller, now })
}

interface Switched {
  wanted: boolean | undefined
  before: boolean
  at: number
}

/**
 * Anyone who asks a second factor of others has signed in with one, or by the provider: otherwise they would be signed out by it. Switching
 * it on or off takes a recent proof.
 */
async function requireProofs(tx: Db, caller: Caller, { wanted, before, at }: Switched): Promise<void> {
  if (wanted === undefined || wanted === before) return
  if (wanted && (await createSessionStore(tx).findProof(caller.sessionId)) === 'password') {
    throw new DomainError('second-factor/own-first')
  }
  await requireRecentProof(tx, caller, at)
}

async function replacePictures(
  { images }: EntityParts,
  tx: Db,
  { userId }: Caller,
  { before, after }: { before: StoredEntity; after: StoredEntity },
): Promise<void> {
  for (const kind of ['logo', 'icon'] as const) {
    const subject = `entity:${after.entityID}`
    await images.replace(tx, { kind, subject, before: before[kind], after: after[kind], uploadedBy: userId })
  }
}

/** The fields of an entity that a change asks for. */
function pick(entity: StoredEntity, wanted: Wanted): EntityChanges {
  const { name, url, company, status, logo, icon, measures, language } = entity
  const { secondFactorRequired, viewersMayEdit, viewersMayConfigure } = entity
  const switches = { secondFactorRequired, viewersMayEdit, viewersMayConfigure }
  const all = { name, url, company, status, logo, icon, measures, language, ...switches }
  return Object.fromEntries(Object.entries(all).filter(([field]) => wanted[field as keyof Wanted] !== undefined))
}
