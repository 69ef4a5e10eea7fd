import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { Template } from '@fieldwatch/contract/templates/templates'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { isAdmin, mayReach } from '#people/access/access-policy.ts'
import { type Actor, createPersonStore } from '#people/access/person-store.ts'
import { listActiveEntities } from '#platform/database/active-entities.ts'
import type { Db } from '#platform/database/database.ts'
import { isDomainError } from '#platform/errors/domain-error.ts'
import { createSourceStore, type SourceReader } from '#records/store/source-store.ts'

/** A template with the names and units of the calculated sources of its unit. */
export type WithLooks = (dataId: DataId, template: Template) => Promise<Template>

/**
 * The person by whose rights units of an entity are shown to those without a session, with the entities of their reach that are not
 * disabled. Undefined when they can't share units of this entity any more, or when it is disabled.
 */
export async function findSharer(db: Db, userId: UserId, entity: EntityId): Promise<Actor | undefined> {
  const actor = await createPersonStore(db).findActive(userId)
  if (actor === undefined || !isAdmin(actor)) return undefined
  const sharer = { ...actor, reach: await listActiveEntities(db, actor.reach) }
  return mayReach(sharer, entity) ? sharer : undefined
}

/** The template that a unit shows; undefined when it has none. */
export async function findTemplate(
  db: Db,
  { customTemplate, defaultTemplate }: Pick<DataDocument, 'customTemplate' | 'defaultTemplate'>,
  { reach }: Pick<Actor, 'reach'>,
) {
  const id = customTemplate ?? defaultTemplate
  if (id === null || id === undefined) return undefined
  try {
    return await createTemplateStore(db).getTemplate(id, { reach })
  } catch (error) {
    // It was deleted in between.
    if (isDomainError(error)) return undefined
    throw error
  }
}

/** The sources that units have. */
export async function listSources(
  db: Db,
  dataIds: readonly DataId[],
  actor: SourceReader,
): Promise<ReadonlyMap<DataId, readonly string[]>> {
  const byUnit = Map.groupBy(
    await createSourceStore(db).listKeysOfUnits(dataIds, undefined, actor),
    (one) => one.dataId,
  )
  return new Map([...byUnit].map(([dataId, list]) => [dataId, list.map(({ name }) => name)]))
}
