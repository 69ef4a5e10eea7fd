import type { Caller } from '#platform/http/caller.ts'
import type { DataId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { Template } from '@fieldwatch/contract/templates/templates'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import type { TemplateParts } from './template-parts.ts'
import { requireMayChangeTemplate } from './template-policy.ts'
import { createTemplateStore } from './template-store.ts'
import { createTemplateTrialStore } from './template-trial-store.ts'
import { createUnitTemplateStore } from './unit-template-store.ts'
import { writeDefinition } from './write-definition.ts'

interface Wanted {
  readonly dataId: DataId
  /** The version of the copy that was looked at. */
  readonly seen: number | undefined
  /** The version of the shared template that was looked at. */
  readonly sharedSeen: number | undefined
}

/**
 * Makes what a unit tries a new version of the template that it shares with others. The unit shows that again, and its copy is gone.
 * @throws DomainError access/forbidden, unit/not-found, unit/shared, template/no-trial, template/not-yours, template/changed
 */
export async function useTriedTemplate(
  { db, bus, clock }: TemplateParts,
  caller: Caller,
  { dataId, seen, sharedSeen }: Wanted,
): Promise<Template> {
  const used = await db.transaction().execute(async (tx) => {
    const units = createUnitStore(tx)
    const templates = createTemplateStore(tx)
    await units.lock(dataId)
    requireMayDecide(caller, await units.getDocument(dataId, caller.reach))
    const { copyId, templateId } = await createTemplateTrialStore(tx).lock(dataId)
    const copy = await templates.lock(copyId, caller.reach)
    const shared = await templates.lock(templateId, caller.reach)
    requireMayChangeTemplate(caller, shared)
    await requireSeen(tx, caller, { kind: 'template', id: copyId }, seen)
    await requireSeen(tx, caller, { kind: 'template', id: templateId }, sharedSeen)

    const definition = { ...copy.definition, title: shared.definition.title }
    const written = { caller, template: shared, definition, how: 'tried' } as const
    const { version, changes } = await writeDefinition({ db: tx, clock }, written)
    await createUnitTemplateStore(tx).setCustomTemplate(dataId, null)
    await templates.remove(copyId)
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'template', id: templateId, entity: shared.entityId },
      {
        at: clock(),
        action: 'use tried template',
        before: { version: shared.version, template: shared.definition },
        after: { version, name: definition.title, dataID: dataId, changes, template: definition },
      },
    )
    return templates.getTemplate(templateId, caller)
  })
  publishUse(bus, { dataId, id: used.id, version: used.version })
  return used
}

/** All who show the shared template, and then the unit, which shows it again. */
function publishUse(
  bus: TemplateParts['bus'],
  { dataId, id, version }: { dataId: DataId; id: TemplateId; version: number },
): void {
  bus.publish('template-changed', { templateId: id, version })
  bus.publish('unit-changed', { dataId })
}
