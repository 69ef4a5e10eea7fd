import { OF_CONTENT, only, type Row, unaffected } from '#delivery/consequences/declaration.ts'
import { runningJobsOfPeople, runningJobsOfUnits } from './affected-job-store.ts'

const JUDGED = 'Each step judges the rights of its starter at that moment.'
const ITS_UNITS = only('is judged again', JUDGED, runningJobsOfUnits)
const ITS_STARTER = only('is judged again', JUDGED, runningJobsOfPeople)
const REFUSED = only('ends', 'Its remaining units are refused, with the reason.', runningJobsOfPeople)

/** What follows for imports of units and changes of many units under way. */
export const JOBS: Row = {
  'unit-moved': ITS_UNITS,
  'unit-shared': ITS_UNITS,
  ...unaffected(
    'It changes units that are inactive or show another template too.',
    'unit-deactivated',
    'template-changed',
  ),
  'unit-deleted': only('changed', 'The unit is refused, and the others continue.', runningJobsOfUnits),
  'data-id-changed': only('moves along', 'It changes the unit by its new dataID.'),
  ...unaffected('A job changes units and none of these.', OF_CONTENT),
  'person-demoted': ITS_STARTER,
  'person-moved': ITS_STARTER,
  'person-disabled': REFUSED,
  'person-deleted': REFUSED,
  ...unaffected('What was refused stays refused.', 'person-enabled', 'entity-enabled'),
  'entity-disabled': REFUSED,
  'entity-deleted': REFUSED,
}
