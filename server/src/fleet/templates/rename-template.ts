import type { Caller } from '#platform/http/caller.ts'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import type { Template, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { UnitIcon } from '@fieldwatch/contract/templates/unit-icons'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { lockForNaming, named } from './free-title.ts'
import type { TemplateParts } from './template-parts.ts'
import { requireSharedTemplate } from './template-policy.ts'
import { requireMayEditTemplate } from './require-may-edit-template.ts'
import { createTemplateStore } from './template-store.ts'
import { withIcon } from './with-icon.ts'
import { writeDefinition } from './write-definition.ts'

interface Wanted {
  readonly id: TemplateId
  readonly title: string
  /** Null: none; left out, it stays. */
  readonly icon: UnitIcon | null | undefined
  /** The version that was looked at. */
  readonly seen: number | undefined
}

/**
 * Gives a shared template another name, and the units that share it another icon.
 * @throws DomainError template/not-found, access/only-admins-edit, template/not-yours, template/changed, template/exists
 */
export async function renameTemplate(
  { db, bus, clock }: TemplateParts,
  caller: Caller,
  { id, title, icon, seen }: Wanted,
): Promise<Template> {
  const renamed = await db.transaction().execute(async (tx) => {
    const templates = createTemplateStore(tx)
    const template = await lockForNaming(tx, id, caller.reach)
    await requireMayEditTemplate(tx, caller, template)
    requireSharedTemplate(template)
    await requireSeen(tx, caller, { kind: 'template', id }, seen)
    const definition = await named(tx, template, withIcon({ ...template.definition, title }, icon))
    await writeDefinition({ db: tx, clock }, { caller, template, definition })
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'template', id, entity: template.entityId },
      {
        at: clock(),
        action: 'rename template',
        before: { name: template.definition.title, ...iconOf(template.definition) },
        after: { name: title, ...iconOf(definition) },
      },
    )
    return templates.getTemplate(id, caller)
  })
  bus.publish('template-changed', { templateId: id, version: renamed.version })
  return renamed
}

function iconOf({ icon }: TemplateDefinition): { icon?: UnitIcon } {
  return icon === undefined ? {} : { icon }
}
