import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Template } from '@fieldwatch/contract/templates/templates'
import type { Db } from '#platform/database/database.ts'
import { createTemplateStore, type TemplateReader } from '#fleet/templates/template-store.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'

/**
 * The template that a unit shows; undefined when it has none.
 * @throws DomainError unit/not-found
 */
export async function findShownTemplate(db: Db, dataId: DataId, reader: TemplateReader): Promise<Template | undefined> {
  const { customTemplate, defaultTemplate } = await createUnitStore(db).getDocument(dataId, reader.reach)
  const id = customTemplate ?? defaultTemplate
  return id === null || id === undefined ? undefined : createTemplateStore(db).getTemplate(id, reader)
}
