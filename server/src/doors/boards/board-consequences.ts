import { heldByEntity, ofPeople } from '#delivery/consequences/affected-store.ts'
import { OF_ALERTS, OF_NAMES, OF_PLACES, type Row, unaffected } from '#delivery/consequences/declaration.ts'
import { boardsOfChart, boardsOfEntity, boardsOfUnits } from './affected-board-store.ts'

const EDITOR = {
  outcomes: [
    {
      follows: 'pauses',
      means: 'Its screens show nothing until somebody who may share its units saves it.',
      find: ofPeople('board', 'saved_by', { named: 'within' }),
    },
  ],
} as const

/** What follows for wallboards. */
export const BOARDS: Row = {
  'unit-moved': {
    outcomes: [
      { follows: 'is judged again', means: 'Its tiles show the units that its editor can see.', find: boardsOfUnits },
    ],
  },
  ...unaffected('It shows the units that its editor can see.', 'unit-shared'),
  'unit-deactivated': {
    outcomes: [{ follows: 'changed', means: 'Tiles of the unit say that it is inactive.', find: boardsOfUnits }],
  },
  'unit-deleted': { outcomes: [{ follows: 'changed', means: 'It goes on without the unit.', find: boardsOfUnits }] },
  'data-id-changed': { outcomes: [{ follows: 'moves along', means: 'It shows the unit by its new dataID.' }] },
  'template-changed': {
    outcomes: [
      {
        follows: 'is judged again',
        means: 'A tile shows what the new template has under its title.',
        find: boardsOfUnits,
      },
    ],
  },
  'source-deleted': { outcomes: [{ follows: 'changed', means: 'Its tiles go on without the source.' }] },
  'source-moved': { outcomes: [{ follows: 'changed', means: 'Its tiles go on without the source.' }] },
  'chart-renamed': {
    outcomes: [{ follows: 'changed', means: 'The tile of the chart is empty.', find: boardsOfChart }],
  },
  'chart-deleted': {
    outcomes: [{ follows: 'changed', means: 'The tile of the chart is empty.', find: boardsOfChart }],
  },
  ...unaffected('A wallboard shows no event tables.', 'event-table-changed', 'event-table-deleted'),
  ...unaffected('The tile of alerts shows those that are triggered at each moment.', OF_ALERTS),
  ...unaffected('A wallboard is about units.', OF_PLACES, OF_NAMES),
  'person-demoted': EDITOR,
  'person-moved': EDITOR,
  'person-disabled': EDITOR,
  'person-enabled': {
    outcomes: [
      { follows: 'continues', means: 'It is shown again.', find: ofPeople('board', 'saved_by', { named: 'within' }) },
    ],
  },
  'person-deleted': EDITOR,
  'entity-disabled': {
    outcomes: [
      { follows: 'pauses', means: 'Its screens show nothing until the entity is enabled.', find: boardsOfEntity },
    ],
  },
  'entity-enabled': { outcomes: [{ follows: 'continues', means: 'It is shown again.', find: boardsOfEntity }] },
  'entity-deleted': {
    outcomes: [{ follows: 'deleted', means: 'It is deleted with its entity.', find: heldByEntity('board') }],
  },
}
