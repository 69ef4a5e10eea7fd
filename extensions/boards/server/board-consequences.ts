import { heldByEntity, ofPeople } from '@fieldwatch/server/delivery/consequences/affected-store'
import {
  type Affected,
  OF_PLACES,
  only,
  outcome,
  type Row,
  unaffected,
} from '@fieldwatch/server/delivery/consequences/declaration'
import type { ChartChange } from '@fieldwatch/server/fleet/templates/affected-chart-store'
import { whenRightsAreLost } from '@fieldwatch/server/people/access/shown-things'
import {
  boardsOfCharts,
  boardsOfEntity,
  BOARDS_SHOWN,
  boardsOfUnits,
  renameChartsOnBoards,
} from './affected-board-store.ts'
import { say } from './say.ts'

const EDITOR = whenRightsAreLost({
  things: () => BOARDS_SHOWN,
  follows: 'pauses',
  means:
    'Its screens show nothing until an admin who may share its units saves it. The admins of its entity get a mail.',
  about: { subject: say('boards.mail.subject'), advice: say('boards.mail.act'), tab: 'boards' },
  text: (board) => say('boards.mail.dark', { board }),
})

const CHARTS: Affected<ChartChange['kind']> = {
  outcomes: [
    outcome('moves along', 'A tile shows its chart by the new title.', boardsOfCharts('renamed')),
    outcome('changed', 'The tile of a chart that is gone is empty.', boardsOfCharts('gone')),
  ],
  apply: (tx, { change }) => renameChartsOnBoards(tx, change),
}

/** What follows for wallboards. */
export const BOARDS: Row = {
  'unit-moved': only('is judged again', 'Its tiles show the units that its editor can see.', boardsOfUnits),
  ...unaffected('It shows the units that its editor can see.', 'unit-shared'),
  'unit-deactivated': only('changed', 'Tiles of the unit say that it is inactive.', boardsOfUnits),
  'unit-deleted': only('changed', 'It continues without the unit.', boardsOfUnits),
  'data-id-changed': only('moves along', 'It shows the unit by its new dataID.'),
  'template-changed': CHARTS,
  'source-deleted': only('changed', 'Its tiles continue without the source.'),
  'source-moved': only('changed', 'Its tiles continue without the source.'),
  'chart-renamed': CHARTS,
  'chart-deleted': CHARTS,
  ...unaffected('A wallboard shows no event tables.', 'event-table-changed', 'event-table-deleted'),
  ...unaffected('The tile of alerts shows those that are triggered at each moment.', 'alert-deleted'),
  ...unaffected('A wallboard is about units.', OF_PLACES),
  'person-demoted': EDITOR,
  'person-moved': EDITOR,
  'person-disabled': EDITOR,
  'person-enabled': only('continues', 'It is shown again.', ofPeople('board', 'saved_by', { named: 'within' })),
  'person-deleted': EDITOR,
  'entity-disabled': {
    ...EDITOR,
    outcomes: [
      ...EDITOR.outcomes,
      outcome('pauses', 'Those of the entity show nothing until it is enabled.', boardsOfEntity),
    ],
  },
  'entity-enabled': only('continues', 'It is shown again.', boardsOfEntity),
  // Who reaches another entity than those that are deleted is not deleted with them.
  'entity-deleted': only('deleted', 'It is deleted with its entity.', heldByEntity('board')),
}
