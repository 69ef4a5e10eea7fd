import type { UserId } from '@fieldwatch/contract/api/ids'
import type { ChangeOf } from '@fieldwatch/contract/consequences/changes'
import type { OF_ENTITIES_THAT_STAY, OF_PEOPLE } from '#delivery/consequences/declaration.ts'
import type { RightsAfter } from '#platform/database/active-with-reach.ts'
import type { Db } from '#platform/database/database.ts'
import { createPersonStore } from './person-store.ts'

/** A change of what people may see or get. */
export type RightsChange = ChangeOf<(typeof OF_PEOPLE)[number] | (typeof OF_ENTITIES_THAT_STAY)[number]>

interface ChangedRights {
  readonly people: readonly UserId[]
  /** Those who get nothing any more. */
  readonly leaving: readonly UserId[]
  readonly after: RightsAfter
}

/** What people may do after a change, before it is made or since. */
export async function findChangedRights(db: Db, change: RightsChange): Promise<ChangedRights> {
  const people = 'userIDs' in change ? change.userIDs : await createPersonStore(db).listOfEntity(change.entityID)
  switch (change.kind) {
    case 'entity-disabled':
    case 'person-disabled':
    case 'person-deleted':
      return { people, leaving: people, after: { people, isActive: false } }
    case 'person-enabled':
      return { people, leaving: [], after: { people, isActive: true } }
    case 'entity-enabled':
      return { people, leaving: [], after: { people, isEntityActive: true } }
    case 'person-moved': {
      const { role, permissions, entityID: entity } = change
      return { people, leaving: [], after: { people, role, permissions, entity } }
    }
    default: {
      const { role, permissions } = change
      return { people, leaving: [], after: { people, role, permissions } }
    }
  }
}
