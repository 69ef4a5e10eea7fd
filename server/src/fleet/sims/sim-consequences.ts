import { heldByEntity, ofUnits } from '#delivery/consequences/affected-store.ts'
import {
  OF_ENTITIES_THAT_STAY,
  OF_PEOPLE,
  OF_PLACES,
  OF_SCREENS,
  OF_SOURCES,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'

/** What follows for SIM cards. */
export const SIM_CARDS: Row = {
  'unit-moved': {
    outcomes: [
      {
        follows: 'continues',
        means: 'It stays with its entity and names the unit. Who sees the card and not the unit sees no unit.',
        find: ofUnits('sim', { name: 'iccid', named: 'within' }),
      },
    ],
  },
  ...unaffected('It stays in its unit.', 'unit-shared', 'unit-deactivated', 'template-changed'),
  'unit-deleted': {
    outcomes: [
      {
        follows: 'changed',
        means: 'It is in no unit any more.',
        find: ofUnits('sim', { name: 'iccid', named: 'within' }),
      },
    ],
  },
  'data-id-changed': { outcomes: [{ follows: 'moves along', means: 'It is in the unit by its new dataID.' }] },
  ...unaffected('A card is in a unit and belongs to an entity.', OF_SOURCES, OF_SCREENS, 'alert-deleted', OF_PLACES),
  ...unaffected('It belongs to its entity and not to a person.', OF_PEOPLE, OF_ENTITIES_THAT_STAY),
  'entity-deleted': {
    outcomes: [
      { follows: 'deleted', means: 'It is deleted with its entity.', find: heldByEntity('sim', { name: 'iccid' }) },
    ],
  },
}
