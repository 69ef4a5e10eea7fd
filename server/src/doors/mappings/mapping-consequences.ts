import { heldByEntity } from '#delivery/consequences/affected-store.ts'
import {
  OF_ENTITIES_THAT_STAY,
  OF_PEOPLE,
  OF_THINGS,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'

/** What follows for message mappings. */
export const MAPPINGS: Row = {
  ...unaffected(
    'A mapping names units: those that are not in its entity are unknown to it when a message arrives.',
    OF_THINGS,
  ),
  ...unaffected('It belongs to its entity and not to who made it.', OF_PEOPLE, OF_ENTITIES_THAT_STAY),
  'entity-deleted': {
    outcomes: [{ follows: 'deleted', means: 'It is deleted with its entity.', find: heldByEntity('message_mapping') }],
  },
}
