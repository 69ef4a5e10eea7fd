import type { BodyOf } from '@fieldwatch/contract/endpoint'
import type { createEntity } from '@fieldwatch/contract/entities'
import type { EntityId } from '@fieldwatch/contract/ids'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Caller } from '#platform/http/caller.ts'
import { type EntityParts, storePicture } from './entity-parts.ts'
import { requireMayAddEntity } from './entity-policy.ts'
import { createEntityStore } from './entity-store.ts'

type Wanted = BodyOf<typeof createEntity> & { address: string }

/**
 * Adds a sub-entity.
 * @throws DomainError access/forbidden, entity/not-found, and those of `Images.store`
 */
export async function addEntity(parts: EntityParts, caller: Caller, wanted: Wanted): Promise<EntityId> {
  const { name, parent = caller.entity, url = '', company = '', address } = wanted
  requireMayAddEntity(caller, parent)
  const logo = (await storePicture(parts, caller, 'logo', wanted.logo)) ?? ''
  const icon = (await storePicture(parts, caller, 'icon', wanted.icon)) ?? ''
  const id = parts.random.id() as EntityId
  const look = { name, url, company, logo, icon }
  await parts.db.transaction().execute(async (tx) => {
    const entities = createEntityStore(tx)
    await entities.create({ id, name, parent })
    await entities.update(id, look)
    const pictures = { subject: `entity:${id}`, before: '', uploadedBy: caller.userId }
    await parts.images.replace(tx, { ...pictures, kind: 'logo', after: logo })
    await parts.images.replace(tx, { ...pictures, kind: 'icon', after: icon })
    await createAuditStore(tx).record({
      at: parts.clock(),
      userId: caller.userId,
      entityId: id,
      action: 'create entity',
      subjectKind: 'entity',
      subjectId: id,
      after: { ...look, parent },
      address,
    })
  })
  return id
}
