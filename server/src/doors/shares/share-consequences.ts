import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { Db } from '#platform/database/database.ts'
import {
  type Affected,
  type Applied,
  type Made,
  type Notice,
  OF_PLACES,
  only,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'
import {
  linksBy,
  listClosedLinks,
  linksOfCharts,
  linksOfDisabled,
  linksOfEntity,
  linksOfTable,
  linksOfUnits,
  listLeftLinks,
  mapsOfUnits,
  renameChartsOnLinks,
} from './affected-share-store.ts'

import { listed } from '#delivery/consequences/listed.ts'
import type { ChartChange } from '#fleet/templates/affected-chart-store.ts'
import { type AnyRightsChange, findChangedRights } from '#people/access/changed-rights.ts'
import type { HeldThing } from '#people/access/held-store.ts'
import { tellAdmins } from '#people/access/tell-admins.ts'

type LeavingKind = Exclude<AnyRightsChange['kind'], 'person-enabled' | 'entity-enabled' | 'entity-deleted'>

/** The links that a person made in entities that stay. */
const CREATOR_LEAVES: Affected<LeavingKind> = {
  outcomes: [
    {
      follows: 'ends',
      means:
        'It opens no more until an admin who may share its unit takes it over. The admins of its entity get a mail.',
      find: async ({ db, change, reach, now }) => listed(await listClosedLinks(db, change, now), reach),
    },
  ],
  apply: async (tx, { change, now }) => tell(tx, change, await listClosedLinks(tx, change, now)),
}

/** Tells the creators of links to units, unless they see these in some entities afterwards or made the change. */
async function tellCreators(
  tx: Db,
  { change: { dataIDs }, caller, now }: Made<'unit-moved' | 'unit-deactivated'>,
  {
    entities,
    what,
  }: { readonly entities: readonly EntityId[]; readonly what: 'mails.link-closed' | 'mails.link-paused' },
): Promise<Applied> {
  const links = (await listLeftLinks(tx, { dataIDs, entities, now })).filter(
    ({ isOpen, createdBy }) => isOpen && createdBy !== caller.userId,
  )
  return {
    notices: links.map(({ name: link, email, firstName, language }): Notice => ({
      email,
      firstName,
      language,
      about: 'closed-links',
      text: (t) => t(what, { link }),
    })),
  }
}

const CHARTS: Affected<ChartChange['kind']> = {
  outcomes: [
    { follows: 'moves along', means: 'It shows its chart by the new title.', find: linksOfCharts('renamed') },
    { follows: 'ends', means: 'One of a chart that is gone opens no more.', find: linksOfCharts('gone') },
  ],
  apply: async (tx, { change }) => {
    await renameChartsOnLinks(tx, change)
    return {}
  },
}

async function tell(tx: Db, change: AnyRightsChange, lost: readonly HeldThing[]): Promise<Applied> {
  const { leaving } = await findChangedRights(tx, change)
  const text =
    (link: string): Sentence =>
    (t) =>
      t('mails.link-closed', { link })
  return { notices: await tellAdmins(tx, lost, { about: 'closed-links', text, without: leaving }) }
}

/** What follows for shared links. */
export const SHARES: Row = {
  'unit-moved': {
    outcomes: [
      {
        follows: 'ends',
        means: 'One whose creator can no longer see the unit opens no more. Its creator gets a mail.',
        find: async ({ db, change, reach, now }) => listed(await listLeftLinks(db, { ...change, now }), reach),
      },
      { follows: 'changed', means: 'A map shows the units that its creator can see.', find: mapsOfUnits },
    ],
    apply: (tx, made) => tellCreators(tx, made, { entities: made.change.entities, what: 'mails.link-closed' }),
  },
  ...unaffected('It shows what its creator can see.', 'unit-shared'),
  'unit-deactivated': {
    outcomes: [
      {
        follows: 'pauses',
        means: 'It opens again when the unit is active. Its creator gets a mail.',
        find: linksOfUnits,
      },
      { follows: 'changed', means: 'A map shows its active units.', find: mapsOfUnits },
    ],
    apply: (tx, made) => tellCreators(tx, made, { entities: [], what: 'mails.link-paused' }),
  },
  'unit-deleted': {
    outcomes: [
      { follows: 'ends', means: 'It opens no more, and the list says why.', find: linksOfUnits },
      { follows: 'changed', means: 'A map shows its other units.', find: mapsOfUnits },
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
      {
        follows: 'pauses',
        means: 'Those of the entity and of its units open no more until it is enabled.',
        find: linksOfDisabled,
      },
    ],
  },
  'entity-enabled': only('continues', 'They open again.', linksOfEntity),
  // Who reaches another entity than those that are deleted is not deleted with them.
  'entity-deleted': only('deleted', 'It is deleted with its entity.', linksOfEntity),
}
