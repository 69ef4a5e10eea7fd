import {
  OF_ENTITIES_THAT_STAY,
  OF_PEOPLE,
  OF_PLACES,
  OF_SCREENS,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'
import { notesOfSource, notesOfUnits } from './affected-note-store.ts'

/** What follows for notes. */
export const NOTES: Row = {
  'unit-moved': { outcomes: [{ follows: 'moves along', means: 'It stays with its unit, and the new people see it.' }] },
  'unit-shared': { outcomes: [{ follows: 'continues', means: 'The people of the other entities see it too.' }] },
  ...unaffected('It stays with its unit.', 'unit-deactivated', 'template-changed'),
  'unit-deleted': { outcomes: [{ follows: 'deleted', means: 'It is deleted with its unit.', find: notesOfUnits }] },
  'data-id-changed': { outcomes: [{ follows: 'moves along', means: 'It belongs to the unit by its new dataID.' }] },
  'source-deleted': {
    outcomes: [
      { follows: 'continues', means: 'It stays with its unit, with the name of the source.', find: notesOfSource },
    ],
  },
  'source-moved': {
    outcomes: [{ follows: 'moves along', means: 'It goes to the unit of the source.', find: notesOfSource }],
  },
  ...unaffected('A note is about a unit or a source.', OF_SCREENS, 'alert-deleted', OF_PLACES),
  ...unaffected('A note stays, whoever wrote it.', OF_PEOPLE, OF_ENTITIES_THAT_STAY),
  'entity-deleted': { outcomes: [{ follows: 'deleted', means: 'It is deleted with its unit.' }] },
}
