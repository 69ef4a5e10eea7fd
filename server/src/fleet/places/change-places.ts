import { requireAdminOf, requireAdministered } from '#people/access/access-policy.ts'
import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { Sentence } from '@fieldwatch/messages/server-texts'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { countPositions, hasRadius, type PlaceShape } from '@fieldwatch/contract/places/place-geometry'
import { problemOfShape } from '@fieldwatch/contract/places/place-problems'
import {
  type changePlace as changeEndpoint,
  type createPlace as createEndpoint,
  MOST_PLACES,
  MOST_POSITIONS_AN_ENTITY,
} from '@fieldwatch/contract/places/places'
import type { FollowChange, Made } from '#delivery/consequences/declaration.ts'
import { starterOf } from '#people/credentials/find-starter.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createResource } from '#platform/resources/resource.ts'
import { fieldsOf, isOtherPlace, namesTaken } from './place-fields.ts'
import { createPlaceStore, type PlaceContent, type StoredPlace } from './place-store.ts'

export interface PlaceParts extends Pick<Platform, 'db' | 'bus' | 'clock'> {
  readonly followChange: FollowChange
}

const places = createResource<number, StoredPlace>({
  kind: 'place',
  actions: { create: 'create place', change: 'change place', remove: 'delete place' },
  get: requirePlace,
  toLog,
  subject: ({ placeID: id, entity }) => ({ kind: 'place', id, entity }),
})

/** @throws DomainError access/forbidden, entity/not-found, place/too-many, place/too-many-positions, request/invalid */
export async function createPlace(
  parts: PlaceParts,
  caller: Caller,
  { entity: asked, ...given }: BodyOf<typeof createEndpoint>,
): Promise<StoredPlace> {
  const entity = requireAdminOf(caller, asked)
  const content = { ...given, group: given.group ?? null, colour: given.colour ?? null, radius: given.radius ?? null }
  requireShape(content)
  let publish = (): void => undefined
  const place = await places.create(parts, caller, async (tx, at) => {
    const store = createPlaceStore(tx)
    await requireRoom(tx, entity, [content])
    const [id = 0] = await store.add([content], { entity, by: caller.userId, at })
    await store.noteChanged(entity)
    const change = { kind: 'place-changed', placeIDs: [id], entity, fields: fieldsOf(id, content) } as const
    publish = await parts.followChange(tx, madeBy(caller, at, { change, place: content }))
    return id
  })
  publish()
  parts.bus.publish('places-changed', { entity })
  return place
}

/**
 * What is left out stays.
 * @throws DomainError access/forbidden, place/not-found, place/changed, place/too-many-positions, request/invalid
 */
export async function changePlace(
  parts: PlaceParts,
  caller: Caller,
  { placeID: id, seen, ...changes }: BodyOf<typeof changeEndpoint> & { seen: number | undefined },
): Promise<StoredPlace> {
  let publish = (): void => undefined
  // First the entity, as a request that adds a place does.
  const hold = async (tx: Db) => createPlaceStore(tx).countForAdding((await requirePlace(tx, caller, id)).entity)
  const place = await places.change(parts, caller, { id, seen, hold }, async (tx, before, at) => {
    const store = createPlaceStore(tx)
    const { entity } = before
    const content = changedContent(before, changes)
    requireShape(content)
    await requireRoom(tx, entity, [content], { without: before })
    await store.change(id, content)
    if (!isOtherPlace(before, content)) return
    await store.noteChanged(entity)
    const names = namesTaken(before, content)
    const facts = { entity, fields: fieldsOf(id, before, content), ...(names && { names }) }
    const change = { kind: 'place-changed', placeIDs: [id], ...facts } as const
    publish = await parts.followChange(tx, madeBy(caller, at, { change, place: before }))
  })
  publish()
  parts.bus.publish('places-changed', { entity: place.entity })
  return place
}

/** @throws DomainError access/forbidden, place/not-found */
export async function removePlace(parts: PlaceParts, caller: Caller, id: number): Promise<void> {
  let publish = (): void => undefined
  const { entity } = await places.remove(parts, caller, id, async (tx, place, at) => {
    const store = createPlaceStore(tx)
    await store.remove(id)
    await store.noteChanged(place.entity)
    const facts = { entity: place.entity, fields: fieldsOf(id, place), names: [place.name] }
    const change = { kind: 'place-deleted', placeIDs: [id], ...facts } as const
    publish = await parts.followChange(tx, madeBy(caller, at, { change, place }))
  })
  publish()
  parts.bus.publish('places-changed', { entity })
}

type PlaceChange = Made<'place-changed'>['change'] | Made<'place-deleted'>['change']

function madeBy<Change extends PlaceChange>(
  caller: Caller,
  now: number,
  { change, place: { name: place } }: { readonly change: Change; readonly place: { readonly name: string } },
) {
  const what = change.kind === 'place-deleted' ? 'mails.place-deleted' : 'mails.place-changed'
  return {
    change,
    reason: ((t) => t(what, { place })) satisfies Sentence,
    letter: {
      subject: ((t) => t('mails.place-deleted.subject')) satisfies Sentence,
      advice: ((t) => t('mails.place-deleted.act')) satisfies Sentence,
    },
    caller: { userId: starterOf(caller).userId, reach: caller.reach },
    now,
  }
}

/**
 * Use it in a transaction: until its end no other place is added to the entity.
 * @throws DomainError place/too-many, place/too-many-positions
 */
export async function requireRoom(
  tx: Db,
  entity: EntityId,
  added: readonly PlaceShape[],
  { without }: { without?: PlaceShape } = {},
): Promise<void> {
  const { places, positions } = await createPlaceStore(tx).countForAdding(entity)
  const freed = without === undefined ? 0 : countPositions(without.geometry)
  if (places + added.length - (without === undefined ? 0 : 1) > MOST_PLACES) throw new DomainError('place/too-many')
  const wanted = added.reduce((sum, { geometry }) => sum + countPositions(geometry), 0)
  if (positions - freed + wanted > MOST_POSITIONS_AN_ENTITY) throw new DomainError('place/too-many-positions')
}

function requireShape(shape: PlaceShape): void {
  const problem = problemOfShape(shape)
  if (problem !== undefined) throw invalidField(problem.field, problem.message)
}

async function requirePlace(tx: Db, caller: Caller, id: number): Promise<StoredPlace> {
  const place = await createPlaceStore(tx).find(id, caller.reach)
  requireAdministered(caller, place, 'place/not-found')
  return place
}

type Changes = Omit<BodyOf<typeof changeEndpoint>, 'placeID' | 'version'>

function changedContent(before: PlaceContent, { name, group, colour, geometry, radius }: Changes): PlaceContent {
  const shape = geometry ?? before.geometry
  // An area that replaces a circle has no radius.
  const kept = hasRadius(shape) ? before.radius : null
  return {
    name: name ?? before.name,
    group: group === undefined ? before.group : group,
    colour: colour === undefined ? before.colour : colour,
    geometry: shape,
    radius: radius === undefined ? kept : radius,
  }
}

/** Without the positions, which can be many. */
function toLog({ name, group, colour, geometry, radius }: StoredPlace): object {
  const shape = geometry.type === 'Point' ? geometry : { type: geometry.type, positions: countPositions(geometry) }
  return {
    name,
    ...(group === null ? {} : { group }),
    ...(colour === null ? {} : { colour }),
    geometry: shape,
    ...(radius === null ? {} : { radius }),
  }
}
