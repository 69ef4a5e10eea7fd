import { say } from '@fieldwatch/messages/server-sentences'
import type { EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import { TemplateTitle } from '@fieldwatch/contract/templates/template-gallery'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { Db } from '#platform/database/database.ts'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import { createTemplateGalleryStore } from './template-gallery-store.ts'
import { createTemplateStore, type StoredTemplate } from './template-store.ts'

interface Named {
  readonly entity: EntityId
  readonly title: string
  /** The template that gets the title; left out for a new one. */
  readonly id?: TemplateId
}

type Titles = Pick<ReturnType<typeof createTemplateGalleryStore>, 'hasTitle'>

/**
 * Makes sure that no other shared template of the entity has the title, while no one else gives one.
 * @throws DomainError template/exists
 */
export async function requireFreeTitle(titles: Titles, { entity, title, id }: Named): Promise<void> {
  if (!(await titles.hasTitle(entity, title, id))) return
  const message = say('answers.template.title-taken', { title })
  throw new DomainError('template/exists', { message, details: { fields: { title: message } } })
}

/**
 * Keeps others from changing a template until the transaction ends, and from naming any of its entity: first the entity, as one who adds
 * one does. No one shares a unit's own copy, so its name is free.
 * @throws DomainError template/not-found
 */
export async function lockForNaming(tx: Db, id: TemplateId, reach: readonly EntityId[]): Promise<StoredTemplate> {
  const templates = createTemplateStore(tx)
  const { entityId, dataId } = await templates.getOwner(id, reach)
  if (dataId === undefined) await createTemplateGalleryStore(tx).countForNaming(entityId)
  return templates.lock(id, reach)
}

/**
 * A definition with its name as it is kept. One that gets another name gets one that no other of its entity has. Lock the template by
 * `lockForNaming`.
 * @throws DomainError template/exists, request/invalid
 */
export async function named(
  tx: Db,
  { id, entityId, dataId, definition: { title } }: StoredTemplate,
  wanted: TemplateDefinition,
): Promise<TemplateDefinition> {
  if (dataId !== undefined || wanted.title === title) return wanted
  const { data: tidy, error } = TemplateTitle.safeParse(wanted.title)
  if (tidy === undefined) {
    throw invalidField('template.title', error?.issues[0]?.message ?? 'fields.name-required')
  }
  await requireFreeTitle(createTemplateGalleryStore(tx), { entity: entityId, title: tidy, id })
  return { ...wanted, title: tidy }
}
