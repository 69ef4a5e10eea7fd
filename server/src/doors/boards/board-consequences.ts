import { heldByEntity, ofPeople } from '#delivery/consequences/affected-store.ts'
import {
  type Affected,
  type Applied,
  OF_PLACES,
  only,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'
import { listed } from '#delivery/consequences/listed.ts'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { ChartChange } from '#fleet/templates/affected-chart-store.ts'
import { type AnyRightsChange, findChangedRights } from '#people/access/changed-rights.ts'
import type { HeldThing } from '#people/access/held-store.ts'
import { tellAdmins } from '#people/access/tell-admins.ts'
import type { Db } from '#platform/database/database.ts'
import {
  boardsOfCharts,
  boardsOfEntity,
  boardsOfUnits,
  listDarkBoards,
  renameChartsOnBoards,
} from './affected-board-store.ts'

type LeavingKind = Exclude<AnyRightsChange['kind'], 'person-enabled' | 'entity-enabled' | 'entity-deleted'>

const EDITOR: Affected<LeavingKind> = {
  outcomes: [
    {
      follows: 'pauses',
      means:
        'Its screens show nothing until an admin who may share its units saves it. The admins of its entity get a mail.',
      find: async ({ db, change, reach }) => listed(await listDarkBoards(db, change), reach),
    },
  ],
  apply: async (tx, { change }) => tell(tx, change, await listDarkBoards(tx, change)),
}

const CHARTS: Affected<ChartChange['kind']> = {
  outcomes: [
    {
      follows: 'moves along',
      means: 'A tile shows its chart by the new title.',
      find: boardsOfCharts('renamed'),
    },
    { follows: 'changed', means: 'The tile of a chart that is gone is empty.', find: boardsOfCharts('gone') },
  ],
  apply: async (tx, { change }) => {
    await renameChartsOnBoards(tx, change)
    return {}
  },
}

async function tell(tx: Db, change: AnyRightsChange, lost: readonly HeldThing[]): Promise<Applied> {
  const { leaving } = await findChangedRights(tx, change)
  const text =
    (board: string): Sentence =>
    (t) =>
      t('mails.board-dark', { board })
  return { notices: await tellAdmins(tx, lost, { about: 'dark-boards', text, without: leaving }) }
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
      { follows: 'pauses', means: 'Those of the entity show nothing until it is enabled.', find: boardsOfEntity },
    ],
  },
  'entity-enabled': only('continues', 'It is shown again.', boardsOfEntity),
  // Who reaches another entity than those that are deleted is not deleted with them.
  'entity-deleted': only('deleted', 'It is deleted with its entity.', heldByEntity('board')),
}
