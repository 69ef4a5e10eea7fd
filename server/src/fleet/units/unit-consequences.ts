import {
  OF_CONTENT,
  OF_ENTITIES_THAT_STAY,
  OF_PEOPLE,
  OF_PLACES,
  OF_SCREENS,
  OF_SOURCES,
  OF_UNITS,
  only,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'
import { sharedUnitsOfEntity, unitsOnlyOfEntity } from './affected-unit-store.ts'

/** What follows for units. */
export const UNITS: Row = {
  ...unaffected('They are the units themselves.', OF_UNITS),
  ...unaffected('A unit continues to send: what it sends again is a new source.', OF_SOURCES),
  ...unaffected('What is shown and judged of a unit leaves the unit as it is.', OF_SCREENS, 'alert-deleted', OF_PLACES),
  ...unaffected('A unit belongs to its entities.', OF_PEOPLE),
  ...unaffected('A unit of a disabled entity continues to send, and its records are stored.', OF_ENTITIES_THAT_STAY),
  'entity-deleted': {
    outcomes: [
      { follows: 'deleted', means: 'It is deleted if it belongs to no other entity.', find: unitsOnlyOfEntity },
      { follows: 'changed', means: 'One that is shared stays with its other entities.', find: sharedUnitsOfEntity },
    ],
  },
}

/** What follows for the views of the list of units that people keep. */
export const LIST_VIEWS: Row = {
  ...unaffected(
    'A view chooses columns and filters: what they find is judged when it is opened.',
    OF_UNITS,
    OF_CONTENT,
  ),
  ...unaffected(
    'A view belongs to its person.',
    'person-demoted',
    'person-moved',
    'person-disabled',
    'person-enabled',
    OF_ENTITIES_THAT_STAY,
  ),
  'person-deleted': only('deleted', 'It is deleted with its person.'),
  'entity-deleted': only('deleted', 'It is deleted with its person.'),
}
