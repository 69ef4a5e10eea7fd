import type { Caller } from '#platform/http/caller.ts'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import type { Template } from '@fieldwatch/contract/templates/templates'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { lockForNaming, named } from './free-title.ts'
import type { TemplateParts } from './template-parts.ts'
import { requireMayEditTemplate } from './require-may-edit-template.ts'
import { createTemplateStore } from './template-store.ts'
import { createTemplateVersionStore } from './template-version-store.ts'
import { writeDefinition } from './write-definition.ts'

interface Wanted {
  readonly id: TemplateId
  /** The version to go back to. */
  readonly restore: number
  /** The version that was looked at. */
  readonly seen: number | undefined
}

/**
 * Goes back to a former version of a template, which makes a new one.
 * @throws DomainError template/not-found, access/only-admins-edit, template/not-yours, template/changed, template/version-not-found, template/exists
 */
export async function restoreTemplate(
  { db, bus, clock }: TemplateParts,
  caller: Caller,
  { id, restore, seen }: Wanted,
): Promise<Template> {
  const restored = await db.transaction().execute(async (tx) => {
    const templates = createTemplateStore(tx)
    const template = await lockForNaming(tx, id, caller.reach)
    await requireMayEditTemplate(tx, caller, template)
    await requireSeen(tx, caller, { kind: 'template', id }, seen)
    const definition = await named(tx, template, await createTemplateVersionStore(tx).getDefinition(id, restore))
    const written = { caller, template, definition, how: 'restored', restored: restore } as const
    const { version, changes } = await writeDefinition({ db: tx, clock }, written)
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'template', id, entity: template.entityId },
      {
        at: clock(),
        action: 'restore template',
        before: { version: template.version, template: template.definition },
        after: { version, name: definition.title, restored: restore, changes, template: definition },
      },
    )
    return templates.getTemplate(id, caller)
  })
  bus.publish('template-changed', { templateId: id, version: restored.version })
  return restored
}
