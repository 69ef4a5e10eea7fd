import type { EntityId, TemplateId } from '@fieldwatch/contract/ids'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { createTemplateGalleryStore } from './template-gallery-store.ts'

interface Named {
  readonly entity: EntityId
  readonly title: string
  /** The template that gets the title; left out for a new one. */
  readonly id?: TemplateId
}

type Titles = Pick<ReturnType<typeof createTemplateGalleryStore>, 'hasTitle'>

/**
 * Makes sure that no other shared template of the entity has the title, while nobody else gives one.
 * @throws DomainError template/exists
 */
export async function requireFreeTitle(titles: Titles, { entity, title, id }: Named): Promise<void> {
  if (!(await titles.hasTitle(entity, title, id))) return
  const message = `There is a template “${title}” already. Choose another name.`
  throw new DomainError('template/exists', { message, details: { fields: { title: message } } })
}
