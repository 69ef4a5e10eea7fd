import {
  OF_PLACES,
  OF_RIGHTS,
  OF_SCREENS,
  OF_SOURCES,
  only,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'
import { sourcesOfUnits } from './affected-source-store.ts'

/** What follows for sources with their records. */
export const SOURCES: Row = {
  'unit-moved': only('moves along', 'All records stay with the unit, and its new people see them.'),
  'unit-shared': only('continues', 'The people of the other entities see them too.'),
  'unit-deactivated': only('pauses', 'Its records stay, and none are added.'),
  ...unaffected('A template shows sources and has none.', 'template-changed'),
  'unit-deleted': only('deleted', 'It is deleted with its records.', sourcesOfUnits),
  'data-id-changed': only('moves along', 'All records stay with the unit.'),
  ...unaffected('It is the source itself.', OF_SOURCES),
  ...unaffected('Records stay, whatever shows or judges them.', OF_SCREENS, 'alert-deleted', OF_PLACES),
  ...unaffected('Records belong to their unit.', OF_RIGHTS),
  'entity-deleted': only('deleted', 'It is deleted with its unit.'),
}
