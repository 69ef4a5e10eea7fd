import { peopleOfEntity } from '#delivery/consequences/affected-store.ts'
import { OF_PEOPLE, OF_THINGS, only, type Row, unaffected } from '#delivery/consequences/declaration.ts'

/** What follows for users. */
export const USERS: Row = {
  ...unaffected(
    'What people see is judged with each request. The units that a person is responsible for follow by their dataID.',
    OF_THINGS,
  ),
  ...unaffected('They are the users themselves.', OF_PEOPLE),
  'entity-disabled': only('pauses', 'They are signed out and cannot sign in.'),
  'entity-enabled': only('continues', 'They can sign in again.'),
  'entity-deleted': only('deleted', 'They are signed out and deleted with their entity.', peopleOfEntity),
}
