import { ofNewViewers } from '#delivery/consequences/affected-store.ts'
import { OF_CONTENT, only, type Row, unaffected } from '#delivery/consequences/declaration.ts'
import {
  batchesOfUnits,
  openRequestsOfUnits,
  waitingRequestsOfPeople,
  waitingRequestsOfUnits,
  runningBatchesOfPeople,
} from './affected-request-store.ts'

const NOT_SENT = 'One that was not handed to its unit yet ends as not sent, with the reason.'

const STARTER_CHANGED = only(
  'is judged again',
  'It is sent if its starter may still send it then.',
  waitingRequestsOfPeople,
)

const STARTER_LOST = only('ends', NOT_SENT, waitingRequestsOfPeople)

const JUDGED_IN_TURN = only('is judged again', 'Each request is judged when its turn comes.', batchesOfUnits)

const STOPPED = only('ends', 'It stops with the next unit, with the reason.', runningBatchesOfPeople)

/** What follows for requests to units. */
export const REQUESTS: Row = {
  'unit-moved': only('is judged again', 'It is sent if its starter may still send it then.', waitingRequestsOfUnits),
  'unit-shared': only(
    'is judged again',
    'It is sent if its starter reaches all entities of the unit.',
    waitingRequestsOfUnits,
  ),
  'unit-deactivated': only('ends', NOT_SENT, waitingRequestsOfUnits),
  'unit-deleted': only('deleted', 'It is deleted with its unit.', openRequestsOfUnits),
  'data-id-changed': only('moves along', 'It goes to the unit by its new dataID.'),
  ...unaffected('A request goes to its unit, whatever that shows.', 'template-changed'),
  ...unaffected('A request goes to its unit, whatever that sends or shows.', OF_CONTENT),
  'person-demoted': STARTER_CHANGED,
  'person-moved': STARTER_CHANGED,
  'person-disabled': STARTER_LOST,
  'person-deleted': STARTER_LOST,
  ...unaffected('What was not sent stays so.', 'person-enabled', 'entity-enabled'),
  'entity-disabled': STARTER_LOST,
  'entity-deleted': only('deleted', 'It is deleted with its unit.'),
}

/** What follows for batches of requests to many units. */
export const BATCHES: Row = {
  'unit-moved': JUDGED_IN_TURN,
  'unit-shared': JUDGED_IN_TURN,
  'unit-deactivated': only('changed', 'Inactive units whose turn has not come are left out.', batchesOfUnits),
  ...unaffected('It goes to its units, whatever they show.', 'template-changed'),
  'unit-deleted': only('changed', 'It continues without the unit.', batchesOfUnits),
  'data-id-changed': only('moves along', 'Its request goes to the unit by its new dataID.'),
  ...unaffected('A request goes to its unit, whatever that sends or shows.', OF_CONTENT),
  'person-demoted': only(
    'ends',
    'That of an admin who becomes a viewer stops with the next unit, with the reason.',
    ofNewViewers(runningBatchesOfPeople),
  ),
  'person-moved': only('is judged again', 'Each request is judged when its turn comes.', runningBatchesOfPeople),
  'person-disabled': STOPPED,
  'person-deleted': STOPPED,
  ...unaffected('What stopped stays so.', 'person-enabled', 'entity-enabled'),
  'entity-disabled': STOPPED,
  'entity-deleted': STOPPED,
}
