import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { ChangeOf } from '@fieldwatch/contract/consequences/changes'
import { fieldOfPlace, withoutParked } from '@fieldwatch/contract/places/place-conditions'
import type { PlaceFacts } from '#delivery/consequences/declaration.ts'
import { createPlaceStore } from '#fleet/places/place-store.ts'
import { fieldsOf } from '#fleet/places/place-fields.ts'
import type { Db } from '#platform/database/database.ts'
import { createEventStore, type StoredEventTable } from './event-store.ts'

type PlaceChange = ChangeOf<'place-changed' | 'place-deleted'>

export interface TablesOnPlaces {
  /** Their place is deleted. */
  readonly ended: readonly StoredEventTable[]
  /** Their occurrences are found again. */
  readonly others: readonly StoredEventTable[]
}

/** The event tables that a change of places concerns. */
export async function findTablesOnPlaces(db: Db, change: PlaceChange & PlaceFacts): Promise<TablesOnPlaces> {
  const tables = await createEventStore(db).listOnPlaces(change.entity, change.fields, change.names)
  const gone = change.kind === 'place-deleted' ? change.placeIDs.map((id) => fieldOfPlace({ kind: 'place', id })) : []
  const { ended = [], others = [] } = Object.groupBy(tables, ({ field }) =>
    gone.includes(withoutParked(field)) ? 'ended' : 'others',
  )
  return { ended, others }
}

/** As `findTablesOnPlaces`, before the change, for places in reach. */
export async function previewTablesOnPlaces(
  db: Db,
  change: PlaceChange,
  reach: readonly EntityId[],
): Promise<TablesOnPlaces> {
  const found: TablesOnPlaces[] = []
  for (const id of change.placeIDs) {
    const place = await createPlaceStore(db).find(id, reach)
    if (place === undefined) continue
    const { entity } = place
    found.push(await findTablesOnPlaces(db, { ...change, placeIDs: [id], entity, fields: fieldsOf(id, place) }))
  }
  return { ended: found.flatMap(({ ended }) => ended), others: found.flatMap(({ others }) => others) }
}
