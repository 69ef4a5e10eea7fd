import { OF_THINGS, only, type Row, unaffected } from '#delivery/consequences/declaration.ts'

const JUDGED = only('is judged again', 'Open pages and live values show what is in reach now.')
const ENDED = only('ends', 'All sessions, live values and connections of programs end at once.')
const DELETED = only('deleted', 'All sessions, live values and connections of programs end at once.')
const NONE = 'There was no session.'

/** What follows for sessions, with their live values and connections of programs. */
export const SESSIONS: Row = {
  ...unaffected('Live values and programs show what is in reach at each moment.', OF_THINGS),
  'person-demoted': JUDGED,
  'person-moved': JUDGED,
  'person-disabled': ENDED,
  ...unaffected(NONE, 'person-enabled', 'entity-enabled'),
  'person-deleted': DELETED,
  'entity-disabled': ENDED,
  'entity-deleted': DELETED,
}
