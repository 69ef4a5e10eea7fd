import { createEntityStore } from '#people/entities/entity-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import type { AdminParts } from './admin-parts.ts'
import { getEntityByName } from './find-entity-by-name.ts'

/**
 * Stops an entity from requiring a second factor, for a portal whose admins cannot sign in any more. Returns what to tell.
 * @throws ArgumentError when the name does not tell which entity is meant
 */
export async function stopRequiringFactor(
  { db, clock }: AdminParts,
  { entity: name, parent }: { entity: string; parent?: string | undefined },
): Promise<string> {
  const at = clock()
  return db.transaction().execute(async (tx) => {
    const id = await getEntityByName(tx, name, parent)
    const entities = createEntityStore(tx)
    await entities.lock(id)
    const { secondFactorRequired, secondFactorRequiredBy: above } = await entities.get(id)
    if (secondFactorRequired) {
      await entities.update(id, { secondFactorRequired: false })
      await createVersionStore(tx).raise({ kind: 'entity', id }, { by: undefined, at })
      await createAuditStore(tx).record({
        at,
        userId: undefined,
        entityId: id,
        action: 'change entity',
        subjectKind: 'entity',
        subjectId: id,
        before: { secondFactorRequired: true },
        after: { secondFactorRequired: false },
      })
    }
    if (above !== undefined) return `A second factor is still required by ${above.name}, an entity above ${name}.\n`
    return secondFactorRequired
      ? `${name} requires no second factor any more.\n`
      : `${name} did not require a second factor.\n`
  })
}
