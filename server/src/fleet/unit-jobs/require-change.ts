import type { UnitChange } from '@fieldwatch/contract/unit-jobs'
import { requireAdmin } from '#people/access/access-policy.ts'
import type { Actor } from '#people/access/person-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createLabelStore } from '#fleet/labels/label-store.ts'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { requireMayGiveUnit } from '#fleet/units/unit-policy.ts'

/**
 * Whether a person may make a change at all, whatever the unit.
 * @throws DomainError access/forbidden, entity/not-found, label/not-found, template/not-found
 */
export async function requireChange(db: Db, actor: Pick<Actor, 'role' | 'reach'>, change: UnitChange): Promise<void> {
  requireAdmin(actor)
  if (change.kind === 'entities') requireMayGiveUnit(actor, change.entities)
  if (change.kind === 'labels') {
    const named = [...change.add, ...change.remove]
    if ((await createLabelStore(db).holdInReach(named, actor.reach)).size < new Set(named).size)
      throw new DomainError('label/not-found')
  }
  if (change.kind === 'template' && change.template !== null) {
    await createTemplateStore(db).requireShared(change.template, actor.reach)
  }
}
