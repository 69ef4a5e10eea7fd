import { heldByEntity } from '@fieldwatch/server/delivery/consequences/affected-store'
import { OF_CONTENT, OF_RIGHTS, only, type Row, unaffected } from '@fieldwatch/server/delivery/consequences/declaration'
import { incidentsAboutUnits } from './affected-incident-store.ts'

/** What follows for incidents. */
export const INCIDENTS: Row = {
  'unit-moved': only(
    'continues',
    'It stays with its entity and keeps what it had taken of the unit. Live charts show the units in reach.',
    incidentsAboutUnits,
  ),
  ...unaffected('It keeps what it had taken of its units.', 'unit-shared', 'unit-deactivated', 'template-changed'),
  'unit-deleted': only('changed', 'It keeps what it had taken of the unit.', incidentsAboutUnits),
  'data-id-changed': only('moves along', 'It is about the unit by its new dataID.'),
  ...unaffected('It keeps what it had taken.', OF_CONTENT),
  ...unaffected('It belongs to its entity and not to who made it.', OF_RIGHTS),
  'entity-deleted': only('deleted', 'It is deleted with its entity.', heldByEntity('incident', { name: 'title' })),
}
