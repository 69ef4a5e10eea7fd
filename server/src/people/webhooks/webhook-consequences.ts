import { heldByEntity } from '#delivery/consequences/affected-store.ts'
import {
  OF_PEOPLE,
  OF_PLACES,
  OF_SCREENS,
  OF_SOURCES,
  OF_UNITS,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'

/** What follows for webhooks. */
export const WEBHOOKS: Row = {
  ...unaffected('It gets the alerts of its entity, whichever units these watch.', OF_UNITS),
  ...unaffected(
    'It gets the alerts of its entity: the end of one reaches it as their notification.',
    OF_SOURCES,
    OF_SCREENS,
    'alert-deleted',
    OF_PLACES,
  ),
  ...unaffected('It belongs to its entity and not to who made it.', OF_PEOPLE),
  'entity-disabled': { outcomes: [{ follows: 'pauses', means: 'It gets nothing until the entity is enabled.' }] },
  'entity-enabled': { outcomes: [{ follows: 'continues', means: 'It gets alerts again.' }] },
  'entity-deleted': {
    outcomes: [{ follows: 'deleted', means: 'It is deleted with its entity.', find: heldByEntity('webhook') }],
  },
}
