import { entitiesBelowDeleted } from '#delivery/consequences/affected-store.ts'
import {
  OF_ENTITIES_THAT_STAY,
  OF_PEOPLE,
  OF_THINGS,
  only,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'

/** What follows for entities below the one that changes. */
export const SUB_ENTITIES: Row = {
  ...unaffected('An entity belongs to the one above it.', OF_THINGS, OF_PEOPLE),
  ...unaffected('The people of sub-entities continue working.', OF_ENTITIES_THAT_STAY),
  'entity-deleted': only('deleted', 'It is deleted with the entity above it.', entitiesBelowDeleted),
}
