import type { TemplateDefinition } from '@fieldwatch/contract/templates'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { createTemplateStore, type StoredTemplate } from './template-store.ts'

interface Dependencies {
  /** The transaction in which the template was locked. */
  readonly db: Db
  readonly clock: Clock
}

interface Written {
  readonly caller: Pick<Caller, 'userId'>
  /** As it is so far. */
  readonly template: StoredTemplate
  readonly definition: TemplateDefinition
}

/** Changes what a template shows, and counts the change. Returns the new version. */
export async function writeDefinition(
  { db, clock }: Dependencies,
  { caller, template: { id }, definition }: Written,
): Promise<number> {
  await createTemplateStore(db).setDefinition(id, definition)
  return createVersionStore(db).raise({ kind: 'template', id }, { by: caller.userId, at: clock() })
}
