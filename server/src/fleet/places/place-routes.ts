import {
  changePlace as changeEndpoint,
  createPlace as createEndpoint,
  listPlaces,
  type Place,
  removePlace as removeEndpoint,
} from '@fieldwatch/contract/places/places'
import type { FastifyInstance } from 'fastify'
import { writeJsonItemsInBatches } from '#platform/http/json-list.ts'
import { entitiesAskedFor } from '#people/access/access-policy.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { changePlace, createPlace, type PlaceParts, removePlace } from './change-places.ts'
import { requireFewPlaces } from './few-places.ts'
import { createPlaceStore, type StoredPlace } from './place-store.ts'

/** The places that entities keep. */
export function registerPlaceRoutes(app: FastifyInstance, parts: PlaceParts): void {
  // A reply that is checked would hold up everyone else: what is stored was checked.
  addSendingRoute(app, listPlaces, async ({ query: { entity }, caller, reply }) => {
    const entities = await requireFewPlaces(parts.db, entitiesAskedFor(caller, entity, caller.viewing))
    const items = await writeJsonItemsInBatches((await createPlaceStore(parts.db).list(entities)).map(shown))
    void reply
      .type('application/json; charset=utf-8')
      .send(Buffer.concat([Buffer.from('{"status":"success","details":{"places":['), items, Buffer.from(']}}')]))
  })

  addRoute(app, createEndpoint, async ({ body, caller }) => success(shown(await createPlace(parts, caller, body))))

  addRoute(app, changeEndpoint, async ({ body, caller, seen }) =>
    success(shown(await changePlace(parts, caller, { ...body, seen }))),
  )

  addRoute(app, removeEndpoint, async ({ body, caller }) => {
    await removePlace(parts, caller, body.placeID)
    return done()
  })
}

/** Without what is only for a file. */
function shown({ feature: _feature, ...place }: StoredPlace): Place {
  return place
}
