import type { EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'

/** The shared templates that units may get. */
export function createSharedTemplateStore(db: Db) {
  return {
    /**
     * Makes sure that a template is one that a unit of the entities in reach can share: of one of them, and not a unit's own copy.
     * @throws DomainError template/not-found
     */
    require: async (id: TemplateId, reach: readonly EntityId[]): Promise<void> => {
      const found = await db
        .selectFrom('template')
        .select('id')
        .where('id', '=', id)
        .where('dataId', 'is', null)
        .where('entityId', 'in', [...reach])
        // A concurrent deletion waits, and finds the unit that it was chosen for.
        .forKeyShare()
        .executeTakeFirst()
      if (found === undefined) throw new DomainError('template/not-found')
    },
  }
}
