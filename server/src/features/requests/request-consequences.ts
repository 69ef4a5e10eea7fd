import { ofNewViewers } from '#delivery/consequences/affected-store.ts'
import { OF_PLACES, OF_SCREENS, OF_SOURCES, type Row, unaffected } from '#delivery/consequences/declaration.ts'
import {
  batchesOfUnits,
  openRequestsOfUnits,
  waitingRequestsOfPeople,
  waitingRequestsOfUnits,
  runningBatchesOfPeople,
} from './affected-request-store.ts'

const NOT_SENT = 'One that was not handed to its unit yet ends as not sent, with the reason.'

const STARTER_CHANGED = {
  outcomes: [
    {
      follows: 'is judged again',
      means: 'It is sent if its starter may still send it then.',
      find: waitingRequestsOfPeople,
    },
  ],
} as const

const STARTER_LOST = { outcomes: [{ follows: 'ends', means: NOT_SENT, find: waitingRequestsOfPeople }] } as const

const JUDGED_IN_TURN = {
  outcomes: [
    { follows: 'is judged again', means: 'Each request is judged when its turn comes.', find: batchesOfUnits },
  ],
} as const

const STOPPED = {
  outcomes: [{ follows: 'ends', means: 'It stops with the next unit, with the reason.', find: runningBatchesOfPeople }],
} as const

/** What follows for requests to units. */
export const REQUESTS: Row = {
  'unit-moved': {
    outcomes: [
      {
        follows: 'is judged again',
        means: 'It is sent if its starter may still send it then.',
        find: waitingRequestsOfUnits,
      },
    ],
  },
  'unit-shared': {
    outcomes: [
      {
        follows: 'is judged again',
        means: 'It is sent if its starter reaches all entities of the unit.',
        find: waitingRequestsOfUnits,
      },
    ],
  },
  'unit-deactivated': { outcomes: [{ follows: 'ends', means: NOT_SENT, find: waitingRequestsOfUnits }] },
  'unit-deleted': {
    outcomes: [{ follows: 'deleted', means: 'It is deleted with its unit.', find: openRequestsOfUnits }],
  },
  'data-id-changed': { outcomes: [{ follows: 'moves along', means: 'It goes to the unit by its new dataID.' }] },
  ...unaffected('A request goes to its unit, whatever that shows.', 'template-changed'),
  ...unaffected(
    'A request goes to its unit, whatever that sends or shows.',
    OF_SOURCES,
    OF_SCREENS,
    'alert-deleted',
    OF_PLACES,
  ),
  'person-demoted': STARTER_CHANGED,
  'person-moved': STARTER_CHANGED,
  'person-disabled': STARTER_LOST,
  'person-deleted': STARTER_LOST,
  ...unaffected('What was not sent stays so.', 'person-enabled', 'entity-enabled'),
  'entity-disabled': STARTER_LOST,
  'entity-deleted': { outcomes: [{ follows: 'deleted', means: 'It is deleted with its unit.' }] },
}

/** What follows for batches of requests to many units. */
export const BATCHES: Row = {
  'unit-moved': JUDGED_IN_TURN,
  'unit-shared': JUDGED_IN_TURN,
  'unit-deactivated': {
    outcomes: [
      { follows: 'changed', means: 'Inactive units whose turn has not come are left out.', find: batchesOfUnits },
    ],
  },
  ...unaffected('It goes to its units, whatever they show.', 'template-changed'),
  'unit-deleted': { outcomes: [{ follows: 'changed', means: 'It continues without the unit.', find: batchesOfUnits }] },
  'data-id-changed': {
    outcomes: [{ follows: 'moves along', means: 'Its request goes to the unit by its new dataID.' }],
  },
  ...unaffected(
    'A request goes to its unit, whatever that sends or shows.',
    OF_SOURCES,
    OF_SCREENS,
    'alert-deleted',
    OF_PLACES,
  ),
  'person-demoted': {
    outcomes: [
      {
        follows: 'ends',
        means: 'That of an admin who becomes a viewer stops with the next unit, with the reason.',
        find: ofNewViewers(runningBatchesOfPeople),
      },
    ],
  },
  'person-moved': {
    outcomes: [
      {
        follows: 'is judged again',
        means: 'Each request is judged when its turn comes.',
        find: runningBatchesOfPeople,
      },
    ],
  },
  'person-disabled': STOPPED,
  'person-deleted': STOPPED,
  ...unaffected('What stopped stays so.', 'person-enabled', 'entity-enabled'),
  'entity-disabled': STOPPED,
  'entity-deleted': STOPPED,
}
