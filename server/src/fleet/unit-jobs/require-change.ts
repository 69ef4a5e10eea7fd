import { updateAlert } from '@fieldwatch/contract/alerts/alerts'
import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { labelUnits } from '@fieldwatch/contract/units/labels'
import { setRetention } from '@fieldwatch/contract/units/retention'
import type { UnitChange } from '@fieldwatch/contract/units/unit-jobs'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { requireAdmin } from '#people/access/access-policy.ts'
import type { Actor } from '#people/access/person-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { requireScope } from '#platform/http/require-scope.ts'
import { createLabelStore } from '#fleet/labels/label-store.ts'
import { createSharedTemplateStore } from '#fleet/units/shared-template-store.ts'
import { requireMayGiveUnit } from '#fleet/units/unit-policy.ts'

/** The endpoint that makes the same change of one unit: a token that may not use it may not do it to many. */
const ENDPOINT_OF: Readonly<Record<UnitChange['kind'], AnyEndpoint>> = {
  template: administerUnit,
  active: administerUnit,
  entities: administerUnit,
  labels: labelUnits,
  retention: setRetention,
  alert: updateAlert,
}

/**
 * Whether an actor may make a change at all, whatever the unit.
 * @throws DomainError access/forbidden, access/not-for-programs, access/scope-missing, entity/not-found, label/not-found,
 * template/not-found
 */
export async function requireChange(
  db: Db,
  actor: Pick<Actor, 'role' | 'reach' | 'token'>,
  change: UnitChange,
): Promise<void> {
  requireAdmin(actor)
  requireScope(actor.token, ENDPOINT_OF[change.kind])
  if (change.kind === 'entities') requireMayGiveUnit(actor, change.entities)
  if (change.kind === 'labels') {
    const named = [...change.add, ...change.remove]
    if ((await createLabelStore(db).holdInReach(named, actor.reach)).size < new Set(named).size)
      throw new DomainError('label/not-found')
  }
  if (change.kind === 'template' && change.template !== null) {
    await createSharedTemplateStore(db).require(change.template, actor.reach)
  }
}
