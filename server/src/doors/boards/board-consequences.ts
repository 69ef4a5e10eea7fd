import { heldByEntity, ofPeople } from '#delivery/consequences/affected-store.ts'
import {
  type Affected,
  OF_ALERTS,
  OF_NAMES,
  OF_PLACES,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'
import { listed } from '#delivery/consequences/listed.ts'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import { type AnyRightsChange, elsewhere, findChangedRights } from '#people/access/changed-rights.ts'
import { tellAdmins } from '#people/access/tell-admins.ts'
import {
  boardsOfChart,
  boardsOfEntity,
  boardsOfUnits,
  listDarkBoards,
  renameChartOnBoards,
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
  apply: async (tx, { change }) => {
    const { leaving } = await findChangedRights(tx, change)
    const text =
      (board: string): Sentence =>
      (t) =>
        t('mails.board-dark', { board })
    return {
      notices: await tellAdmins(tx, await listDarkBoards(tx, change), { about: 'dark-boards', text, without: leaving }),
    }
  },
}

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
  'unit-deleted': { outcomes: [{ follows: 'changed', means: 'It continues without the unit.', find: boardsOfUnits }] },
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
  'source-deleted': { outcomes: [{ follows: 'changed', means: 'Its tiles continue without the source.' }] },
  'source-moved': { outcomes: [{ follows: 'changed', means: 'Its tiles continue without the source.' }] },
  'chart-renamed': {
    outcomes: [{ follows: 'moves along', means: 'Its tile shows the chart by its new title.', find: boardsOfChart }],
    apply: async (tx, { change }) => {
      await renameChartOnBoards(tx, change)
      return {}
    },
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
    ...EDITOR,
    outcomes: [
      {
        follows: 'pauses',
        means: 'One of another entity that its people saved shows nothing. The admins of that entity get a mail.',
        find: async ({ db, change, reach }) =>
          listed(
            (await listDarkBoards(db, change)).filter(({ entity }) => entity !== change.entityID),
            reach,
          ),
      },
      { follows: 'pauses', means: 'Those of the entity show nothing until it is enabled.', find: boardsOfEntity },
    ],
  },
  'entity-enabled': { outcomes: [{ follows: 'continues', means: 'It is shown again.', find: boardsOfEntity }] },
  'entity-deleted': {
    outcomes: [
      { follows: 'deleted', means: 'It is deleted with its entity.', find: heldByEntity('board') },
      {
        follows: 'pauses',
        means: 'One of another entity that a deleted person saved shows nothing. The admins of its entity get a mail.',
        find: async ({ db, change, reach }) =>
          listed(await elsewhere(db, change, await listDarkBoards(db, change)), reach),
      },
    ],
  },
}
