import { heldByEntity, ofUnits } from '#delivery/consequences/affected-store.ts'
import { OF_CONTENT, OF_RIGHTS, only, type Row, unaffected } from '#delivery/consequences/declaration.ts'

/** What follows for SIM cards. */
export const SIM_CARDS: Row = {
  'unit-moved': only(
    'continues',
    'It stays with its entity and names the unit. Who sees the card and not the unit sees no unit.',
    ofUnits('sim', { name: 'iccid', named: 'within' }),
  ),
  ...unaffected('It stays in its unit.', 'unit-shared', 'unit-deactivated', 'template-changed'),
  'unit-deleted': only('changed', 'It is in no unit any more.', ofUnits('sim', { name: 'iccid', named: 'within' })),
  'data-id-changed': only('moves along', 'It is in the unit by its new dataID.'),
  ...unaffected('A card is in a unit and belongs to an entity.', OF_CONTENT),
  ...unaffected('It belongs to its entity and not to a person.', OF_RIGHTS),
  'entity-deleted': only('deleted', 'It is deleted with its entity.', heldByEntity('sim', { name: 'iccid' })),
}
