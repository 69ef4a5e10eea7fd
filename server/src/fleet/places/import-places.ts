import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { importPlaces as importEndpoint, PlaceImport } from '@fieldwatch/contract/places/places'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Caller } from '#platform/http/caller.ts'
import { type PlaceParts, requireRoom } from './change-places.ts'
import { requireMayAddPlace } from './place-policy.ts'
import { createPlaceStore } from './place-store.ts'
import { readPlaceFile } from './read-place-file.ts'

/**
 * Adds the places of a file; features that cannot be places are reported and left out.
 * @throws DomainError access/forbidden, entity/not-found, place/file-unreadable, place/too-many, place/too-many-positions
 */
export async function importPlaces(
  { db, clock }: PlaceParts,
  caller: Caller,
  { entity: asked, text }: BodyOf<typeof importEndpoint>,
): Promise<PlaceImport> {
  const entity = requireMayAddPlace(caller, asked)
  const { places, refused } = await readPlaceFile(text)
  if (places.length === 0) return { added: 0, refused }
  const at = clock()
  await db.transaction().execute(async (tx) => {
    await requireRoom(tx, entity, places)
    await createPlaceStore(tx).add(places, { entity, by: caller.userId, at })
    await createAuditStore(tx).record({
      at,
      action: 'import places',
      userId: caller.userId,
      entityId: entity,
      subjectKind: 'entity',
      subjectId: entity,
      after: { added: places.length, refused: refused.length },
    })
  })
  return { added: places.length, refused }
}
