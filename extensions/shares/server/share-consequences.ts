import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Db } from '@fieldwatch/server/platform/database/database'
import {
  type AboutAdded,
  type Affected,
  type Applied,
  type Made,
  type Notice,
  OF_PLACES,
  only,
  outcome,
  type Row,
  unaffected,
} from '@fieldwatch/server/delivery/consequences/declaration'
import {
  linksShown,
  linksBy,
  linksOfCharts,
  linksOfDisabled,
  linksOfEntity,
  linksOfTable,
  linksOfUnits,
  listLeftLinks,
  mapsOfUnits,
  renameChartsOnLinks,
} from './affected-share-store.ts'
import { finds } from '@fieldwatch/server/delivery/consequences/listed'
import type { ChartChange } from '@fieldwatch/server/fleet/templates/affected-chart-store'
import { whenRightsAreLost } from '@fieldwatch/server/people/access/shown-things'
import { say } from './say.ts'

/** The part of mails about links. */
const CLOSED: AboutAdded = { subject: say('shares.mail.subject'), advice: say('shares.mail.act'), tab: 'shares' }

/** The links that a person made in entities that stay. */
const CREATOR_LEAVES = whenRightsAreLost({
  things: linksShown,
  follows: 'ends',
  means: 'It opens no more until an admin who may share its unit takes it over. The admins of its entity get a mail.',
  about: CLOSED,
  text: (link) => say('shares.mail.closed', { link }),
})

/** Tells the creators of links to units, unless they see these in some entities afterwards or made the change. */
async function tellCreators(
  tx: Db,
  { change: { dataIDs }, caller, now }: Made<'unit-moved' | 'unit-deactivated'>,
  {
    entities,
    what,
  }: { readonly entities: readonly EntityId[]; readonly what: 'shares.mail.closed' | 'shares.mail.paused' },
): Promise<Applied> {
  const links = (await listLeftLinks(tx, { dataIDs, entities, now })).filter(
    ({ isOpen, createdBy }) => isOpen && createdBy !== caller.userId,
  )
  return {
    notices: links.map(({ name: link, email, firstName, language }): Notice => ({
      email,
      firstName,
      language,
      about: CLOSED,
      text: say(what, { link }),
    })),
  }
}

const CHARTS: Affected<ChartChange['kind']> = {
  outcomes: [
    outcome('moves along', 'It shows its chart by the new title.', linksOfCharts('renamed')),
    outcome('ends', 'One of a chart that is gone opens no more.', linksOfCharts('gone')),
  ],
  apply: (tx, { change }) => renameChartsOnLinks(tx, change),
}

/** What follows for shared links. */
export const SHARES: Row = {
  'unit-moved': {
    outcomes: [
      outcome(
        'ends',
        'One whose creator can no longer see the unit opens no more. Its creator gets a mail.',
        finds((db, change, { now }) => listLeftLinks(db, { ...change, now })),
      ),
      outcome('changed', 'A map shows the units that its creator can see.', mapsOfUnits),
    ],
    apply: (tx, made) => tellCreators(tx, made, { entities: made.change.entities, what: 'shares.mail.closed' }),
  },
  ...unaffected('It shows what its creator can see.', 'unit-shared'),
  'unit-deactivated': {
    outcomes: [
      outcome('pauses', 'It opens again when the unit is active. Its creator gets a mail.', linksOfUnits),
      outcome('changed', 'A map shows its active units.', mapsOfUnits),
    ],
    apply: (tx, made) => tellCreators(tx, made, { entities: [], what: 'shares.mail.paused' }),
  },
  'unit-deleted': {
    outcomes: [
      outcome('ends', 'It opens no more, and the list says why.', linksOfUnits),
      outcome('changed', 'A map shows its other units.', mapsOfUnits),
    ],
  },
  'data-id-changed': only('moves along', 'It shows the unit by its new dataID.'),
  'template-changed': CHARTS,
  'source-deleted': only('is judged again', 'It shows the other sources, or opens no more.'),
  'source-moved': only('is judged again', 'It shows the other sources, or opens no more.'),
  'chart-renamed': CHARTS,
  'chart-deleted': CHARTS,
  'event-table-changed': only('continues', 'It shows what the table finds from then on.', linksOfTable),
  'event-table-deleted': only('ends', 'It opens no more, and the list says why.', linksOfTable),
  ...unaffected('A link shows charts, tables, incidents and maps.', 'alert-deleted', OF_PLACES),
  'person-demoted': CREATOR_LEAVES,
  'person-moved': CREATOR_LEAVES,
  'person-disabled': CREATOR_LEAVES,
  'person-enabled': only('continues', 'It opens again.', linksBy),
  'person-deleted': CREATOR_LEAVES,
  'entity-disabled': {
    ...CREATOR_LEAVES,
    outcomes: [
      ...CREATOR_LEAVES.outcomes,
      outcome('pauses', 'Those of the entity and of its units open no more until it is enabled.', linksOfDisabled),
    ],
  },
  'entity-enabled': only('continues', 'They open again.', linksOfEntity),
  // Who reaches another entity than those that are deleted is not deleted with them.
  'entity-deleted': only('deleted', 'It is deleted with its entity.', linksOfEntity),
}
