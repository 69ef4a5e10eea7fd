import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import type { Template, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { UnitIcon } from '@fieldwatch/contract/templates/unit-icons'
import { type AuditedChange, createAuditStore } from '#platform/audit/audit-store.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { lockForNaming, named } from './free-title.ts'
import type { TemplateParts } from './template-parts.ts'
import { requireMayAdministerTemplate, requireSharedTemplate } from './template-policy.ts'
import { requireMayEditTemplate } from './require-may-edit-template.ts'
import { createTemplateStore, type StoredTemplate } from './template-store.ts'
import { withIcon } from './with-icon.ts'
import { writeDefinition } from './write-definition.ts'
import { createTemplateVersionStore } from './template-version-store.ts'
import { say } from '@fieldwatch/messages/server-sentences'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createTemplateGalleryStore, type UnitsOfTemplate } from './template-gallery-store.ts'

interface Wanted {
  readonly id: TemplateId
  /** The version that was looked at. */
  readonly seen: number | undefined
}

interface Renaming extends Wanted {
  readonly title: string
  /** Null: none; left out, it stays. */
  readonly icon: UnitIcon | null | undefined
}

/**
 * Gives a shared template another name, and the units that share it another icon.
 * @throws DomainError template/not-found, access/only-admins-edit, template/not-yours, template/changed, template/exists
 */
export function renameTemplate(
  parts: TemplateParts,
  caller: Caller,
  { title, icon, ...wanted }: Renaming,
): Promise<Template> {
  return change(parts, caller, wanted, async (tx, template) => {
    requireSharedTemplate(template)
    const definition = await named(tx, template, withIcon({ ...template.definition, title }, icon))
    await writeDefinition({ ...parts, db: tx }, { caller, template, definition })
    return {
      action: 'rename template',
      before: { name: template.definition.title, ...iconOf(template.definition) },
      after: { name: title, ...iconOf(definition) },
    }
  })
}

function iconOf({ icon }: TemplateDefinition): { icon?: UnitIcon } {
  return icon === undefined ? {} : { icon }
}

/**
 * Goes back to a former version of a template, which makes a new one.
 * @throws DomainError template/not-found, access/only-admins-edit, template/not-yours, template/changed, template/version-not-found, template/exists
 */
export function restoreTemplate(
  parts: TemplateParts,
  caller: Caller,
  { restore, ...wanted }: Wanted & { readonly restore: number },
): Promise<Template> {
  return change(parts, caller, wanted, async (tx, template) => {
    const definition = await named(tx, template, await createTemplateVersionStore(tx).getDefinition(wanted.id, restore))
    const written = { caller, template, definition, how: 'restored', restored: restore } as const
    const { version, changes } = await writeDefinition({ ...parts, db: tx }, written)
    return {
      action: 'restore template',
      before: { version: template.version, template: template.definition },
      after: { version, name: definition.title, restored: restore, changes, template: definition },
    }
  })
}

async function change(
  { db, bus, clock }: TemplateParts,
  caller: Caller,
  { id, seen }: Wanted,
  make: (tx: Db, template: StoredTemplate) => Promise<Omit<AuditedChange, 'at'>>,
): Promise<Template> {
  const changed = await db.transaction().execute(async (tx) => {
    const template = await lockForNaming(tx, id, caller.reach)
    await requireMayEditTemplate(tx, caller, template)
    await requireSeen(tx, caller, { kind: 'template', id }, seen)
    const made = await make(tx, template)
    const subject = { kind: 'template', id, entity: template.entityId }
    await createAuditStore(tx).recordChange(caller, subject, { at: clock(), ...made })
    return createTemplateStore(tx).getTemplate(id, caller)
  })
  bus.publish('template-changed', { templateId: id, version: changed.version })
  return changed
}

/**
 * Deletes a shared template that no unit has. It stays in the audit log.
 * @throws DomainError access/forbidden, template/not-found, template/not-yours, template/changed, template/in-use
 */
export async function removeTemplate(
  { db, bus, clock }: TemplateParts,
  caller: Caller,
  { id, seen }: Wanted,
): Promise<void> {
  const { entityId } = await db.transaction().execute(async (tx) => {
    const templates = createTemplateStore(tx)
    const template = await templates.lock(id, caller.reach, { for: 'removal' })
    requireMayAdministerTemplate(caller, template)
    await requireSeen(tx, caller, { kind: 'template', id }, seen)
    const used = await createTemplateGalleryStore(tx).listUnits(id, caller.reach)
    if (used.total > 0 || used.elsewhere) throw inUse(template.definition.title, used)
    await templates.remove(id)
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'template', id, entity: template.entityId },
      {
        at: clock(),
        action: 'delete template',
        before: { name: template.definition.title, template: template.definition },
      },
    )
    return template
  })
  bus.publish('gallery-changed', { entities: [entityId] })
}

/** Units that are named in a sentence. */
const NAMED = 3

function inUse(title: string, { units, total, elsewhere }: UnitsOfTemplate): DomainError {
  const named = units.slice(0, NAMED).map(({ friendlyName }) => friendlyName)
  const others = total - named.length
  const more = others > 0 ? [say('answers.more', { count: others })] : []
  const foreign = elsewhere ? [say('answers.template.elsewhere')] : []
  const message = say('answers.template.in-use', { title, units: { and: named, rest: [...more, ...foreign] } })
  return new DomainError('template/in-use', { message })
}
