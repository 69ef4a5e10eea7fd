import { heldByEntity } from '@fieldwatch/server/delivery/consequences/affected-store'
import {
  OF_CONTENT,
  OF_PEOPLE,
  OF_UNITS,
  only,
  type Row,
  unaffected,
} from '@fieldwatch/server/delivery/consequences/declaration'

/** What follows for webhooks. */
export const WEBHOOKS: Row = {
  ...unaffected('It gets the alerts of its entity, whichever units these watch.', OF_UNITS),
  ...unaffected('It gets the alerts of its entity: the end of one reaches it as their notification.', OF_CONTENT),
  ...unaffected('It belongs to its entity and not to who made it.', OF_PEOPLE),
  'entity-disabled': only('pauses', 'It gets nothing until the entity is enabled.'),
  'entity-enabled': only('continues', 'It gets alerts again, and what began or ended in the meantime.'),
  'entity-deleted': only('deleted', 'It is deleted with its entity.', heldByEntity('webhook')),
}
