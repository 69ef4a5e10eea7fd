import { heldByEntity } from '@fieldwatch/server/delivery/consequences/affected-store'
import { OF_PEOPLE, OF_THINGS, only, type Row, unaffected } from '@fieldwatch/server/delivery/consequences/declaration'

/** What follows for network servers. */
export const NETWORK_SERVERS: Row = {
  ...unaffected('It belongs to its entity. It knows units by their devEUI, whatever their dataID is.', OF_THINGS),
  ...unaffected('It belongs to its entity and not to who made it.', OF_PEOPLE),
  'entity-disabled': only('continues', 'Records of its units are stored.'),
  'entity-enabled': only('continues', 'It stays as it is.'),
  'entity-deleted': only('deleted', 'It is deleted with its entity.', heldByEntity('network_server')),
}
