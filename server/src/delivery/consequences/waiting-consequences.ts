import { notSent } from '@fieldwatch/messages/server-sentences'
import { waitingAboutAlert } from './affected-waiting-store.ts'
import { OF_PLACES, OF_SCREENS, OF_SOURCES, OF_UNITS, only, type Row, unaffected } from './declaration.ts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'

const JUDGED = only('is judged again', 'The rights of its recipient are judged when it is sent.')

/** What follows for mails, SMS and messages to webhooks that wait. */
export const WAITING: Row = {
  ...unaffected(
    'What a waiting message says was true when it was written. Its recipient and alert are judged when it is sent.',
    OF_UNITS,
  ),
  ...unaffected('What a waiting message says was true when it was written.', OF_SOURCES, OF_SCREENS, OF_PLACES),
  'alert-deleted': only('ends', 'One about the alert is not sent, and the delivery log says why.', waitingAboutAlert),
  'person-demoted': JUDGED,
  'person-moved': JUDGED,
  'person-disabled': JUDGED,
  'person-enabled': JUDGED,
  'person-deleted': {
    ...only('ends', 'It is not sent, and the delivery log says why.'),
    apply: (tx, { change, now: at }) =>
      createOutboxStore(tx).giveUpToUsers(change.userIDs, { at, reason: notSent('not-sent.user-deleted') }),
  },
  'entity-disabled': JUDGED,
  'entity-enabled': JUDGED,
  'entity-deleted': only('ends', 'It is not sent, and the delivery log says why.'),
}
