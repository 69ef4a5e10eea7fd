import { requireAdminOf } from '#people/access/access-policy.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { ActivityAction } from '@fieldwatch/contract/activity/activity-actions'
import type { DataId, EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { TemplateDraft, TemplateImport } from '@fieldwatch/contract/templates/template-gallery'
import { MOST_TEMPLATES } from '@fieldwatch/contract/templates/template-limits'
import type { Template, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { requireFreeTitle } from './free-title.ts'
import { createTemplateGalleryStore } from './template-gallery-store.ts'
import type { TemplateParts } from './template-parts.ts'
import { createTemplateStore } from './template-store.ts'
import { createUnitTemplateStore } from './unit-template-store.ts'
import { withIcon } from './with-icon.ts'

/** What a template without widgets has: a place for charts, and one for event tables. */
const EMPTY: Omit<TemplateDefinition, 'title'> = { overview: {}, timeSeries: { charts: [] }, events: [] }

/**
 * Adds a shared template to an entity: empty, as another one, or as what a unit shows.
 * @throws DomainError access/forbidden, entity/not-found, template/not-found, unit/not-found, template/exists, template/too-many
 */
export function createTemplate(parts: TemplateParts, caller: Caller, draft: TemplateDraft): Promise<Template> {
  return add(parts, caller, {
    entity: draft.entity,
    action: 'create template',
    define: async (tx) => withIcon({ ...(await beginning(tx, caller, draft)), title: draft.title }, draft.icon),
  })
}

/**
 * Adds a shared template from a file.
 * @throws DomainError access/forbidden, entity/not-found, template/exists, template/too-many
 */
export function importTemplate(
  parts: TemplateParts,
  caller: Caller,
  { entity, title, file: { template } }: TemplateImport,
): Promise<Template> {
  return add(parts, caller, {
    entity,
    action: 'import template',
    define: () => ({ ...template, title: (title ?? template.title).trim() }),
  })
}

interface Addition {
  readonly entity: EntityId | undefined
  readonly action: ActivityAction
  readonly define: (tx: Db) => TemplateDefinition | Promise<TemplateDefinition>
}

async function add({ db, bus, clock, random }: TemplateParts, caller: Caller, addition: Addition): Promise<Template> {
  const entityId = requireAdminOf(caller, addition.entity)
  const id = random.id() as TemplateId
  const added = await db.transaction().execute(async (tx) => {
    const gallery = createTemplateGalleryStore(tx)
    // Lock the entity before any template, as renaming does.
    if ((await gallery.countForNaming(entityId)) >= MOST_TEMPLATES) throw new DomainError('template/too-many')
    const definition = await addition.define(tx)
    await requireFreeTitle(gallery, { entity: entityId, title: definition.title })
    const at = clock()
    await createTemplateStore(tx).create({ id, entityId, definition, createdBy: caller.userId, createdAt: at })
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'template', id, entity: entityId },
      { at, action: addition.action, after: { name: definition.title, template: definition } },
    )
    return createTemplateStore(tx).getTemplate(id, caller)
  })
  bus.publish('gallery-changed', { entities: [entityId] })
  return added
}

async function beginning(
  tx: Db,
  { reach }: Caller,
  { templateID, dataID }: TemplateDraft,
): Promise<Omit<TemplateDefinition, 'title'>> {
  const id = templateID ?? (dataID === undefined ? undefined : await shownBy(tx, dataID, reach))
  return id === undefined ? EMPTY : (await createTemplateStore(tx).lock(id, reach)).definition
}

async function shownBy(tx: Db, dataId: DataId, reach: readonly EntityId[]): Promise<TemplateId> {
  const { customTemplate, defaultTemplate } = await createUnitTemplateStore(tx).lock(dataId, reach)
  const shown = customTemplate ?? defaultTemplate
  if (shown === undefined) {
    throw new DomainError('template/not-found', { message: 'answers.no-template' })
  }
  return shown
}
