import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { createEntity } from '@fieldwatch/contract/people/entities'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { PeopleLimits } from '#people/access/people-limits.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { type EntityParts, storePicture } from './entity-parts.ts'
import { requireMayAddEntity } from './entity-policy.ts'
import { createEntityStore } from './entity-store.ts'
import { requireNewName } from './require-new-name.ts'

type Wanted = BodyOf<typeof createEntity>

/**
 * Adds a sub-entity, in which viewers may edit, and units of measure are preferred, as in the one above.
 * @throws DomainError access/forbidden, entity/not-found, entity/too-many, entity/name-taken, and those of `Images.store`
 */
export async function addEntity(parts: EntityParts, caller: Caller, wanted: Wanted): Promise<EntityId> {
  const { name, parent = caller.entity, url = '', company = '' } = wanted
  requireMayAddEntity(caller, parent)
  const logo = (await storePicture(parts, caller, 'logo', wanted.logo)) ?? ''
  const icon = (await storePicture(parts, caller, 'icon', wanted.icon)) ?? ''
  const id = parts.random.id() as EntityId
  const at = parts.clock()
  const look = { name, url, company, logo, icon }
  await parts.db.transaction().execute(async (tx) => {
    const entities = createEntityStore(tx)
    await requireFewEntities(tx, caller, { parent, limits: parts.limits, at })
    await requireNewName(tx, wanted, caller)
    await entities.create({ id, name, parent })
    const { viewersMayEdit, viewersMayConfigure, measures, language } = await entities.get(parent)
    await entities.update(id, { ...look, viewersMayEdit, viewersMayConfigure, measures, language })
    const pictures = { subject: `entity:${id}`, before: '', uploadedBy: caller.userId }
    await parts.images.replace(tx, { ...pictures, kind: 'logo', after: logo })
    await parts.images.replace(tx, { ...pictures, kind: 'icon', after: icon })
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'entity', id, entity: id },
      { at, action: 'create entity', after: { ...look, parent } },
    )
  })
  return id
}

interface Adding {
  parent: EntityId
  limits: PeopleLimits
  at: number
}

/** @throws DomainError entity/too-many when this person added many, or the organisation has many */
async function requireFewEntities(tx: Db, { userId }: Caller, { parent, limits, at }: Adding): Promise<void> {
  const entities = createEntityStore(tx)
  const inOrganisation = await entities.countForAdding(parent)
  const added = await entities.countAddedBy(userId, at - DAY_MS)
  if (inOrganisation >= limits.entitiesAtMost || added >= limits.entitiesPerDay)
    throw new DomainError('entity/too-many')
}
