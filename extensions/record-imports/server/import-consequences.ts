import { ofNewViewers } from '@fieldwatch/server/delivery/consequences/affected-store'
import { OF_PLACES, OF_SCREENS, only, type Row, unaffected } from '@fieldwatch/server/delivery/consequences/declaration'
import { openImportsOfPeople, openImportsOfSource, openImportsOfUnits } from './affected-import-store.ts'

const LOST = 'It fails with the reason, and what it had stored is removed.'
const STARTER_LOST = only('ends', LOST, openImportsOfPeople)

/** What follows for imports of records under way. */
export const IMPORTS: Row = {
  'unit-moved': only('is judged again', 'It continues if its starter still reaches the unit.', openImportsOfUnits),
  'unit-shared': only(
    'is judged again',
    'It continues if its starter reaches all entities of the unit.',
    openImportsOfUnits,
  ),
  ...unaffected('It stores records of the unit, active or not.', 'unit-deactivated', 'template-changed'),
  'unit-deleted': only('deleted', 'It is cancelled at once and deleted with its unit.', openImportsOfUnits),
  'data-id-changed': only('moves along', 'It continues for the unit by its new dataID.'),
  'source-deleted': only('ends', 'It fails with the reason.', openImportsOfSource),
  'source-moved': only('ends', 'It fails with the reason.', openImportsOfSource),
  ...unaffected('It stores records, whatever shows or judges them.', OF_SCREENS, 'alert-deleted', OF_PLACES),
  'person-demoted': only('ends', `Of an admin who becomes a viewer: ${LOST}`, ofNewViewers(openImportsOfPeople)),
  'person-moved': only('is judged again', 'It continues if its starter still reaches the unit.', openImportsOfPeople),
  'person-disabled': STARTER_LOST,
  'person-deleted': STARTER_LOST,
  ...unaffected('What failed stays so.', 'person-enabled', 'entity-enabled'),
  'entity-disabled': STARTER_LOST,
  'entity-deleted': only('deleted', 'It is cancelled at once and deleted with its unit.'),
}
