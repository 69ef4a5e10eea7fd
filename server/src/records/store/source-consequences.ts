import {
  OF_ENTITIES_THAT_STAY,
  OF_PEOPLE,
  OF_PLACES,
  OF_SCREENS,
  OF_SOURCES,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'
import { sourcesOfUnits } from './affected-source-store.ts'

/** What follows for sources with their records. */
export const SOURCES: Row = {
  'unit-moved': {
    outcomes: [{ follows: 'moves along', means: 'All records stay with the unit, and its new people see them.' }],
  },
  'unit-shared': { outcomes: [{ follows: 'continues', means: 'The people of the other entities see them too.' }] },
  'unit-deactivated': { outcomes: [{ follows: 'pauses', means: 'Its records stay, and none are added.' }] },
  ...unaffected('A template shows sources and has none.', 'template-changed'),
  'unit-deleted': {
    outcomes: [{ follows: 'deleted', means: 'It is deleted with its records.', find: sourcesOfUnits }],
  },
  'data-id-changed': { outcomes: [{ follows: 'moves along', means: 'All records stay with the unit.' }] },
  ...unaffected('It is the source itself.', OF_SOURCES),
  ...unaffected('Records stay, whatever shows or judges them.', OF_SCREENS, 'alert-deleted', OF_PLACES),
  ...unaffected('Records belong to their unit.', OF_PEOPLE, OF_ENTITIES_THAT_STAY),
  'entity-deleted': { outcomes: [{ follows: 'deleted', means: 'It is deleted with its unit.' }] },
}
