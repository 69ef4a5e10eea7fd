import { requireAdminOf } from '@fieldwatch/server/people/access/access-policy'
import { fieldOfPlace } from '@fieldwatch/contract/places/place-conditions'
import type { PlaceImport } from '../contract/place-files.ts'
import { starterOf } from '@fieldwatch/server/people/credentials/find-starter'
import { createAuditStore } from '@fieldwatch/server/platform/audit/audit-store'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { type PlaceParts, requireRoom } from '@fieldwatch/server/fleet/places/change-places'
import { createPlaceStore } from '@fieldwatch/server/fleet/places/place-store'
import type { ReadPlace } from './read-features.ts'
import type { PlaceImportPart } from './read-place-import.ts'

/**
 * Adds the places of a file; features that cannot be places are reported and left out.
 * @throws DomainError access/forbidden, entity/not-found, and what reading throws
 */
export async function importPlaces(
  { db, bus, clock, followChange }: PlaceParts,
  caller: Caller,
  parts: AsyncGenerator<PlaceImportPart, void>,
): Promise<PlaceImport> {
  await using reading = parts
  const { value: head } = await reading.next()
  if (head === undefined || !('entity' in head)) throw new Error('An import has no head')
  const entity = requireAdminOf(caller, head.entity)
  const places: ReadPlace[] = []
  const refused: PlaceImport['refused'] = []
  for await (const part of reading) {
    if ('entity' in part) continue
    places.push(...part.places)
    refused.push(...part.refused)
  }
  if (places.length === 0) return { added: 0, refused }
  const at = clock()
  const publish = await db.transaction().execute(async (tx) => {
    await requireRoom(tx, entity, places)
    const store = createPlaceStore(tx)
    const placeIDs = await store.add(places, { entity, by: caller.userId, at })
    await store.noteChanged(entity)
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'entity', id: entity, entity },
      { at, action: 'import places', after: { added: places.length, refused: refused.length } },
    )
    const groups = new Set(places.flatMap(({ group }) => group ?? []))
    const fields = Array.from(groups, (name) => fieldOfPlace({ kind: 'group', name }))
    return followChange(tx, {
      change: { kind: 'place-changed', placeIDs, entity, fields },
      reason: (t) => t('mails.places-imported'),
      caller: { userId: starterOf(caller).userId, reach: caller.reach },
      now: at,
    })
  })
  publish()
  bus.publish('places-changed', { entity })
  return { added: places.length, refused }
}
