import type { DataId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { Template, TemplateChange, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { requireMayEditUnit } from '#fleet/units/require-may-edit-unit.ts'
import { type AuditEntry, createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import { describeConflict, writeDefinition } from './write-definition.ts'
import { lockForNaming, named } from './free-title.ts'
import { ownerOfCopy, requireComplete } from './template-policy.ts'
import { requireMayEditTemplate } from './require-may-edit-template.ts'
import { followCharts } from './follow-charts.ts'
import type { TemplateParts } from './template-parts.ts'
import { createTemplateStore, type StoredTemplate } from './template-store.ts'
import { createUnitTemplateStore } from './unit-template-store.ts'

interface Asked {
  readonly caller: Caller
  readonly change: TemplateChange
}

/** What was changed, and whose template it is now. */
interface Changed {
  readonly id: TemplateId
  /** Undefined: it is new. */
  readonly version: number | undefined
  readonly entry: Pick<AuditEntry, 'action' | 'entityId' | 'before' | 'after'>
}

/**
 * Changes a shared template, or with `dataID` the unit's own copy, which it gets if it has none.
 * @throws DomainError template/not-found, access/only-admins-edit, template/not-yours, template/changed, template/exists, request/invalid, unit/not-found
 */
export async function changeTemplate(parts: TemplateParts, asked: Asked): Promise<Template> {
  const { template, publish } = await parts.db.transaction().execute(async (tx) => {
    const within = { ...parts, db: tx }
    const made = await changeTemplateWithin(within, asked)
    return { template: await createTemplateStore(tx).getTemplate(made.id, asked.caller), publish: made.publish }
  })
  publish()
  return template
}

/** As `changeTemplate`, within a transaction; publish after it. A refusal has written nothing. */
export async function changeTemplateWithin(
  parts: TemplateParts,
  asked: Asked,
): Promise<{ id: TemplateId; publish: () => void }> {
  const { db, bus, clock } = parts
  const { caller, change } = asked
  const { id, version, entry } = await makeChange(parts, asked)
  const { entityId: entity, ...made } = entry
  await createAuditStore(db).recordChange(caller, { kind: 'template', id, entity }, { at: clock(), ...made })
  const publish = (): void => {
    if (version !== undefined) bus.publish('template-changed', { templateId: id, version })
    else if (change.dataID !== undefined) bus.publish('unit-changed', { dataId: change.dataID })
  }
  return { id, publish }
}

function makeChange(parts: TemplateParts, asked: Asked): Promise<Changed> {
  const { dataID, templateID } = asked.change
  if (dataID !== undefined) return changeOwn(parts, asked, dataID)
  // The contract asks for one of the two.
  if (templateID === undefined) throw new DomainError('template/not-found')
  return changeShared(parts, asked, templateID)
}

async function changeShared(parts: TemplateParts, asked: Asked, id: TemplateId): Promise<Changed> {
  const { caller, change } = asked
  const { db } = parts
  const template = await lockForNaming(db, id, caller.reach)
  await requireMayEditTemplate(db, caller, template)
  if (isOutdated(template, change)) throw await describeConflict(db, caller, template.id)
  return update(parts, asked, template, await named(db, template, change.template))
}

async function changeOwn(parts: TemplateParts, asked: Asked, dataId: DataId): Promise<Changed> {
  const { db, clock, random, followChange } = parts
  const { caller, change } = asked
  const templates = createTemplateStore(db)
  const units = createUnitTemplateStore(db)
  const { entities, customTemplate, defaultTemplate } = await units.lock(dataId, caller.reach)
  await requireMayEditUnit(db, caller, dataId)
  if (change.templateID !== undefined) await templates.lock(change.templateID, caller.reach)
  const shownId = customTemplate ?? defaultTemplate
  const shown = shownId === undefined ? undefined : await templates.lock(shownId, caller.reach)
  if (shown !== undefined && isOutdated(shown, change)) throw await describeConflict(db, caller, shown.id)
  if (shown !== undefined && customTemplate !== undefined) return update(parts, asked, shown, change.template)

  const id = random.id() as TemplateId
  const entityId = ownerOfCopy(caller, entities)
  const definition = change.template
  if (shown !== undefined) requireComplete(shown.definition, definition)
  await templates.create({ id, entityId, definition, dataId, createdBy: caller.userId, createdAt: clock() })
  await units.setCustomTemplate(dataId, id)
  if (shown !== undefined)
    await followCharts(db, followChange, { id, before: shown.definition, after: definition, caller, now: clock() })
  const before = { dataID: dataId, templateID: shownId ?? null, ...(shown && { template: shown.definition }) }
  const after = { dataID: dataId, templateID: id, template: definition }
  return { id, version: undefined, entry: { action: 'give unit its own template', entityId, before, after } }
}

async function update(
  parts: TemplateParts,
  { caller }: Asked,
  template: StoredTemplate,
  definition: TemplateDefinition,
): Promise<Changed> {
  const { id, entityId } = template
  requireComplete(template.definition, definition)
  const { version, changes } = await writeDefinition(parts, { caller, template, definition })
  const before = { version: template.version, template: template.definition }
  const after = { version, changes, template: definition }
  return { id, version, entry: { action: 'change template', entityId, before, after } }
}

/**
 * Whether a change was made from another version or template than the current one; a change that names no version is never
 * outdated.
 */
function isOutdated(shown: StoredTemplate, { templateID, version }: TemplateChange): boolean {
  // It was made for a unit without a template.
  if (templateID === undefined) return true
  return version !== undefined && (templateID !== shown.id || version !== shown.version)
}
