import { OF_ALERTS, OF_NAMES, OF_PLACES, OF_SCREENS, type Row, unaffected } from '#delivery/consequences/declaration.ts'
import { openImportsOfPeople, openImportsOfSource, openImportsOfUnits } from './affected-import-store.ts'

const STARTER_LOST = {
  outcomes: [
    {
      follows: 'ends',
      means: 'It fails with the reason, and what it had stored is removed.',
      find: openImportsOfPeople,
    },
  ],
} as const

/** What follows for imports of records under way. */
export const IMPORTS: Row = {
  'unit-moved': {
    outcomes: [
      {
        follows: 'is judged again',
        means: 'It goes on if its starter still reaches the unit.',
        find: openImportsOfUnits,
      },
    ],
  },
  ...unaffected('It stores records of the unit, active or not.', 'unit-shared', 'unit-deactivated', 'template-changed'),
  'unit-deleted': { outcomes: [{ follows: 'ends', means: 'It is cancelled.', find: openImportsOfUnits }] },
  'data-id-changed': { outcomes: [{ follows: 'moves along', means: 'It goes on for the unit by its new dataID.' }] },
  'source-deleted': { outcomes: [{ follows: 'ends', means: 'It fails with the reason.', find: openImportsOfSource }] },
  'source-moved': { outcomes: [{ follows: 'ends', means: 'It fails with the reason.', find: openImportsOfSource }] },
  ...unaffected('It stores records, whatever shows or judges them.', OF_SCREENS, OF_ALERTS, OF_PLACES, OF_NAMES),
  'person-demoted': STARTER_LOST,
  'person-moved': STARTER_LOST,
  'person-disabled': STARTER_LOST,
  'person-deleted': STARTER_LOST,
  ...unaffected('What failed stays so.', 'person-enabled', 'entity-enabled'),
  'entity-disabled': { outcomes: [{ follows: 'ends', means: 'Those that its people started fail with the reason.' }] },
  'entity-deleted': { outcomes: [{ follows: 'ends', means: 'It is cancelled with its unit.' }] },
}
