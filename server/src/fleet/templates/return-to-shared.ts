import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Template } from '@fieldwatch/contract/templates/templates'
import { requireMayEditUnit } from '#fleet/units/require-may-edit-unit.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { describeConflict } from './write-definition.ts'
import { followCharts } from './follow-charts.ts'
import type { TemplateParts } from './template-parts.ts'
import { createTemplateStore } from './template-store.ts'
import { createTemplateTrialStore } from './template-trial-store.ts'
import { createUnitTemplateStore } from './unit-template-store.ts'

interface Asked {
  readonly caller: Caller
  readonly dataID: DataId
  /** The version of the copy that was looked at. */
  readonly version?: number | undefined
}

/**
 * Deletes the own copy of a unit, which shows the template that it shares with others again; what it tries is given up so. The copy
 * stays in the audit log.
 * @throws DomainError access/only-admins-edit, unit/not-found, template/not-found, template/none-shared, template/changed
 */
export async function returnToShared(
  { db, bus, clock, followChange }: Omit<TemplateParts, 'random'>,
  asked: Asked,
): Promise<Template> {
  const { caller, dataID, version } = asked
  const shared = await db.transaction().execute(async (tx) => {
    const units = createUnitTemplateStore(tx)
    const templates = createTemplateStore(tx)
    const { customTemplate, defaultTemplate } = await units.lock(dataID, caller.reach)
    await requireMayEditUnit(tx, caller, dataID)
    if (customTemplate === undefined) throw new DomainError('template/not-found')
    if (defaultTemplate === undefined) throw new DomainError('template/none-shared')
    const own = await templates.lock(customTemplate, caller.reach)
    if (version !== undefined && version !== own.version) throw await describeConflict(tx, caller, own.id)

    const isTrial = (await createTemplateTrialStore(tx).find(own.id, caller.reach)) !== undefined
    const { definition: after } = await templates.lock(defaultTemplate, caller.reach)
    const shown = { id: own.id, before: own.definition, after }
    await followCharts(tx, followChange, { ...shown, caller, now: clock() })
    await units.setCustomTemplate(dataID, null)
    await templates.remove(own.id)
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'template', id: own.id, entity: own.entityId },
      {
        at: clock(),
        action: isTrial ? 'give up tried template' : 'return unit to shared template',
        before: { dataID, templateID: own.id, template: own.definition },
        after: { dataID, templateID: defaultTemplate },
      },
    )
    const { entityId } = await templates.getOwner(defaultTemplate, caller.reach)
    return { template: await templates.getTemplate(defaultTemplate, caller), entityId }
  })
  bus.publish('unit-changed', { dataId: dataID })
  bus.publish('gallery-changed', { entities: [shared.entityId] })
  return shared.template
}
