import { heldByEntity } from '#delivery/consequences/affected-store.ts'
import { OF_CONTENT, OF_RIGHTS, only, type Row, unaffected } from '#delivery/consequences/declaration.ts'

/** What follows for labels. */
export const LABELS: Row = {
  ...unaffected(
    'A label stays with its units. Units that leave the entity keep it for those who see both.',
    'unit-moved',
    'unit-shared',
    'unit-deactivated',
    'template-changed',
  ),
  'data-id-changed': only('moves along', 'It stays with the unit by its new dataID.'),
  'unit-deleted': only('changed', 'It continues without the unit.'),
  ...unaffected('Units have labels.', OF_CONTENT),
  ...unaffected('It belongs to its entity and not to who made it.', OF_RIGHTS),
  'entity-deleted': only('deleted', 'It is deleted with its entity.', heldByEntity('label')),
}
