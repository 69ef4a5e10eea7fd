import { peopleOfEntity } from '#delivery/consequences/affected-store.ts'
import { OF_PEOPLE, OF_THINGS, type Row, unaffected } from '#delivery/consequences/declaration.ts'

/** What follows for users. */
export const USERS: Row = {
  ...unaffected(
    'What people see is judged with each request. The units that a person is responsible for follow by their dataID.',
    OF_THINGS,
  ),
  ...unaffected('They are the users themselves.', OF_PEOPLE),
  'entity-disabled': { outcomes: [{ follows: 'pauses', means: 'They are signed out and cannot sign in.' }] },
  'entity-enabled': { outcomes: [{ follows: 'continues', means: 'They can sign in again.' }] },
  'entity-deleted': {
    outcomes: [
      { follows: 'deleted', means: 'They are signed out and deleted with their entity.', find: peopleOfEntity },
    ],
  },
}
