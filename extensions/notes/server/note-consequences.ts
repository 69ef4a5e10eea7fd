import {
  OF_PLACES,
  OF_RIGHTS,
  OF_SCREENS,
  only,
  type Row,
  unaffected,
} from '@fieldwatch/server/delivery/consequences/declaration'
import { moveNotes, notesOfSource, notesOfUnits, removePictures } from './affected-note-store.ts'

/** What follows for notes. */
export const NOTES: Row = {
  'unit-moved': only('moves along', 'It stays with its unit, and the new people see it.'),
  'unit-shared': only('continues', 'The people of the other entities see it too.'),
  ...unaffected('It stays with its unit.', 'unit-deactivated', 'template-changed'),
  'unit-deleted': { ...only('deleted', 'It is deleted with its unit.', notesOfUnits), apply: removePictures },
  'data-id-changed': only('moves along', 'It belongs to the unit by its new dataID.'),
  'source-deleted': only('continues', 'It stays with its unit, with the name of the source.', notesOfSource),
  'source-moved': { ...only('moves along', 'It goes to the unit of the source.', notesOfSource), apply: moveNotes },
  ...unaffected('A note is about a unit or a source.', OF_SCREENS, 'alert-deleted', OF_PLACES),
  ...unaffected('A note stays, whoever wrote it.', OF_RIGHTS),
  'entity-deleted': only('deleted', 'It is deleted with its unit.'),
}
