import { heldByEntity } from '#delivery/consequences/affected-store.ts'
import { OF_RIGHTS, OF_THINGS, only, type Row, unaffected } from '#delivery/consequences/declaration.ts'

/** What follows for places. */
export const PLACES: Row = {
  ...unaffected('A place belongs to its entity. It counts for the units of the entity at each moment.', OF_THINGS),
  ...unaffected('It belongs to its entity and not to who made it.', OF_RIGHTS),
  'entity-deleted': only('deleted', 'It is deleted with its entity.', heldByEntity('place')),
}
