import { kept } from '@fieldwatch/messages/server-sentences'
import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import type { ChangeKind } from '@fieldwatch/contract/consequences/changes'
import { heldByUnitsOfEntity, ofUnits } from '#delivery/consequences/affected-store.ts'
import {
  type Affected,
  type Applied,
  type Find,
  type Made,
  OF_ENTITIES_THAT_STAY,
  OF_PEOPLE,
  only,
  outcome,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'
import { finds } from '#delivery/consequences/listed.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createEventStore, EVENTS, type StoredEventTable } from './event-store.ts'
import type { TableFollowers } from './table-followers.ts'
import { findTablesOnPlaces, previewTablesOnPlaces, type TablesOnPlaces } from './tables-on-places.ts'

interface Parts {
  readonly bus: Pick<Bus, 'publish'>
  readonly tableFollowers: TableFollowers
}

type SourceKind = 'source-deleted' | 'source-moved'

/** What follows for event tables. */
export function createEventRow(parts: Parts): Row {
  return {
    'unit-moved': only(
      'continues',
      'It stays with the unit. One on a place of the former entity ends soon afterwards.',
    ),
    'unit-shared': only('continues', 'The people of the other entities see it too.'),
    'unit-deactivated': only('continues', 'It keeps its occurrences.'),
    'unit-deleted': only('deleted', 'It is deleted with its unit.', ofUnits('event_table', { name: 'title' })),
    'data-id-changed': only('moves along', 'It belongs to the unit by its new dataID.'),
    'template-changed': only(
      'continues',
      'It stays, and is shown where the new template lists its name. The unit gets those that the template lists.',
    ),
    'source-deleted': onSource(
      parts,
      'It ends if its condition is on the source. It keeps its occurrences and the reason.',
    ),
    'source-moved': onSource(parts, 'It ends if its condition is on the source, as that belongs to another unit.'),
    ...unaffected('A chart shows values and no event tables.', 'chart-renamed', 'chart-deleted'),
    ...unaffected('It is the event table itself.', 'event-table-changed', 'event-table-deleted'),
    ...unaffected('An alert follows a table and never the other way round.', 'alert-deleted'),
    'place-changed': {
      ...only(
        'is judged again',
        'Occurrences of a table on the place, and trips and stops that name it, are found again.',
        onPlaces('others'),
      ),
      apply: (tx, made) => settlePlaces(parts, tx, made),
    },
    'place-deleted': {
      outcomes: [
        outcome('ends', 'A table on the place ends and keeps its occurrences and the reason.', onPlaces('ended')),
        outcome(
          'is judged again',
          'A table on the group of the place, and trips and stops that name it, are found again.',
          onPlaces('others'),
        ),
      ],
      apply: (tx, made) => settlePlaces(parts, tx, made),
    },
    ...unaffected('A table belongs to its unit and to no person.', OF_PEOPLE),
    ...unaffected('A table belongs to its unit, which stays.', OF_ENTITIES_THAT_STAY),
    'entity-deleted': only(
      'deleted',
      'It is deleted with its unit. That of a unit that is shared stays with it.',
      heldByUnitsOfEntity('event_table', { name: 'title' }),
    ),
  }
}

function onSource({ bus }: Parts, means: string): Affected<SourceKind> {
  return {
    outcomes: [
      outcome('ends', means, ofSource('tables')),
      outcome('changed', 'One with a column of the source continues without its values.', ofSource('columns')),
    ],
    apply: async (tx, made) => {
      const [entity] = await createUnitStore(tx).listEntities(made.change.dataID)
      const { tables } = await findTablesOfSource(tx, made.change)
      await end(tx, tables, { ...made, entity })
      return {
        publish: () => {
          for (const { dataId, name } of tables) bus.publish('occurrences-changed', { dataId, name })
        },
      }
    },
  }
}

interface TablesOfSource {
  /** Those whose condition is on it. */
  readonly tables: readonly StoredEventTable[]
  /** Others with a column of it. */
  readonly columns: readonly StoredEventTable[]
}

/** The event tables of a source that have not ended. */
export async function findTablesOfSource(
  db: Db,
  { dataID, source }: { readonly dataID: DataId; readonly source: SourceName },
): Promise<TablesOfSource> {
  const running = (await createEventStore(db).list(dataID)).filter(({ ended }) => ended === undefined)
  const tables = running.filter((table) => table.source === source)
  const columns = running.filter(
    (table) => table.source !== source && table.values.some((value) => value.source === source),
  )
  return { tables, columns }
}

interface Ending extends Pick<Made<ChangeKind>, 'reason' | 'caller' | 'now'> {
  /** In the activity. */
  readonly entity: EntityId | undefined
}

/** Ends event tables, and keeps the reason with each. */
export async function end(
  tx: Db,
  tables: readonly StoredEventTable[],
  { reason: sentence, caller: { userId }, now: at, entity: entityId }: Ending,
): Promise<void> {
  const reason = sentence(kept)
  for (const table of tables) await createEventStore(tx).end(table, { reason, now: at })
  await createAuditStore(tx).recordAll(
    tables.map(({ dataId, name }) => {
      const subject = { subjectKind: 'event table', subjectId: `${dataId}/${name}` }
      return { at, userId, after: { reason }, ...subject, entityId, action: 'end event table' }
    }),
  )
}

/** Has the tables on places that changed found again, and the alerts that follow them; those of a place that is deleted end. */
async function settlePlaces(
  { bus, tableFollowers }: Parts,
  tx: Db,
  made: Made<'place-changed' | 'place-deleted'>,
): Promise<Applied> {
  const { ended, others } = await findTablesOnPlaces(tx, made.change)
  const followed = await tableFollowers.listFollowed(tx, others)
  for (const table of followed) await tableFollowers.lock(tx, table)
  if (others.length > 0) await createEventStore(tx).restartAll(others)
  const publishes: (() => void)[] = []
  const by = { userId: made.caller.userId, now: made.now, reason: made.reason(kept) }
  for (const table of followed) publishes.push(await tableFollowers.restart(tx, table, by))
  await end(tx, ended, { ...made, entity: undefined })
  return {
    publish: () => {
      for (const publish of publishes) publish()
      for (const { dataId, name } of [...ended, ...others]) bus.publish('occurrences-changed', { dataId, name })
      bus.publish('followers-changed', { consumer: EVENTS })
    },
  }
}

const ofSource = (which: keyof TablesOfSource): Find<SourceKind> =>
  finds(async (db, change) => (await findTablesOfSource(db, change))[which].map(toThing))

const onPlaces = (which: keyof TablesOnPlaces): Find<'place-changed' | 'place-deleted'> =>
  finds(async (db, change, { reach }) => (await previewTablesOnPlaces(db, change, reach))[which].map(toThing))

const toThing = ({ id, title: name }: StoredEventTable) => ({ id, name })
