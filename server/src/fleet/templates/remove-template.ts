import { say } from '@fieldwatch/messages/server-sentences'
import type { Caller } from '#platform/http/caller.ts'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { createTemplateGalleryStore, type UnitsOfTemplate } from './template-gallery-store.ts'
import type { TemplateParts } from './template-parts.ts'
import { requireMayAdministerTemplate } from './template-policy.ts'
import { createTemplateStore } from './template-store.ts'

interface Wanted {
  readonly id: TemplateId
  /** The version that was looked at. */
  readonly seen: number | undefined
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
  const message = say('answers.template.in-use', { title, units: { and: [...named, ...more, ...foreign] } })
  return new DomainError('template/in-use', { message })
}
