import { ofNewViewers } from '#delivery/consequences/affected-store.ts'
import { OF_PLACES, OF_SCREENS, type Row, unaffected } from '#delivery/consequences/declaration.ts'
import { openImportsOfPeople, openImportsOfSource, openImportsOfUnits } from './affected-import-store.ts'

const LOST = 'It fails with the reason, and what it had stored is removed.'
const STARTER_LOST = { outcomes: [{ follows: 'ends', means: LOST, find: openImportsOfPeople }] } as const

/** What follows for imports of records under way. */
export const IMPORTS: Row = {
  'unit-moved': {
    outcomes: [
      {
        follows: 'is judged again',
        means: 'It continues if its starter still reaches the unit.',
        find: openImportsOfUnits,
      },
    ],
  },
  'unit-shared': {
    outcomes: [
      {
        follows: 'is judged again',
        means: 'It continues if its starter reaches all entities of the unit.',
        find: openImportsOfUnits,
      },
    ],
  },
  ...unaffected('It stores records of the unit, active or not.', 'unit-deactivated', 'template-changed'),
  'unit-deleted': {
    outcomes: [
      { follows: 'deleted', means: 'It is cancelled at once and deleted with its unit.', find: openImportsOfUnits },
    ],
  },
  'data-id-changed': { outcomes: [{ follows: 'moves along', means: 'It continues for the unit by its new dataID.' }] },
  'source-deleted': { outcomes: [{ follows: 'ends', means: 'It fails with the reason.', find: openImportsOfSource }] },
  'source-moved': { outcomes: [{ follows: 'ends', means: 'It fails with the reason.', find: openImportsOfSource }] },
  ...unaffected('It stores records, whatever shows or judges them.', OF_SCREENS, 'alert-deleted', OF_PLACES),
  'person-demoted': {
    outcomes: [
      { follows: 'ends', means: `Of an admin who becomes a viewer: ${LOST}`, find: ofNewViewers(openImportsOfPeople) },
    ],
  },
  'person-moved': {
    outcomes: [
      {
        follows: 'is judged again',
        means: 'It continues if its starter still reaches the unit.',
        find: openImportsOfPeople,
      },
    ],
  },
  'person-disabled': STARTER_LOST,
  'person-deleted': STARTER_LOST,
  ...unaffected('What failed stays so.', 'person-enabled', 'entity-enabled'),
  'entity-disabled': STARTER_LOST,
  'entity-deleted': { outcomes: [{ follows: 'deleted', means: 'It is cancelled at once and deleted with its unit.' }] },
}
