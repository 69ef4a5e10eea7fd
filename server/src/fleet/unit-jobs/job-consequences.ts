import { OF_PLACES, OF_SCREENS, OF_SOURCES, type Row, unaffected } from '#delivery/consequences/declaration.ts'
import { runningJobsOfPeople, runningJobsOfUnits } from './affected-job-store.ts'

const JUDGED = 'Each step judges the rights of its starter at that moment.'
const ITS_UNITS = { outcomes: [{ follows: 'is judged again', means: JUDGED, find: runningJobsOfUnits }] } as const
const ITS_STARTER = { outcomes: [{ follows: 'is judged again', means: JUDGED, find: runningJobsOfPeople }] } as const
const REFUSED = {
  outcomes: [
    { follows: 'ends', means: 'Its remaining units are refused, with the reason.', find: runningJobsOfPeople },
  ],
} as const

/** What follows for imports of units and changes of many units under way. */
export const JOBS: Row = {
  'unit-moved': ITS_UNITS,
  'unit-shared': ITS_UNITS,
  ...unaffected(
    'It changes units that are inactive or show another template too.',
    'unit-deactivated',
    'template-changed',
  ),
  'unit-deleted': {
    outcomes: [
      { follows: 'changed', means: 'The unit is refused, and the others continue.', find: runningJobsOfUnits },
    ],
  },
  'data-id-changed': { outcomes: [{ follows: 'moves along', means: 'It changes the unit by its new dataID.' }] },
  ...unaffected('A job changes units and none of these.', OF_SOURCES, OF_SCREENS, 'alert-deleted', OF_PLACES),
  'person-demoted': ITS_STARTER,
  'person-moved': ITS_STARTER,
  'person-disabled': REFUSED,
  'person-deleted': REFUSED,
  ...unaffected('What was refused stays refused.', 'person-enabled', 'entity-enabled'),
  'entity-disabled': REFUSED,
  'entity-deleted': REFUSED,
}
