import {
  changePlace as changeEndpoint,
  createPlace as createEndpoint,
  exportPlaces,
  importPlaces as importEndpoint,
  listPlaces,
  LONGEST_PLACE_FILE,
  type Place,
  removePlace as removeEndpoint,
} from '@fieldwatch/contract/places/places'
import type { FastifyInstance } from 'fastify'
import { requireAdmin } from '#people/access/access-policy.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { changePlace, createPlace, type PlaceParts, removePlace } from './change-places.ts'
import { importPlaces } from './import-places.ts'
import { placesAskedFor } from './place-policy.ts'
import { createPlaceStore, type StoredPlace } from './place-store.ts'
import { MEDIA_TYPES, writePlaceFile } from './write-place-file.ts'

/** A character of JSON has up to six bytes. */
const MOST_BYTES = 2 * LONGEST_PLACE_FILE

/** The places that entities keep. */
export function registerPlaceRoutes(app: FastifyInstance, parts: PlaceParts): void {
  addRoute(app, listPlaces, async ({ query: { entity }, caller }) => {
    const places = await createPlaceStore(parts.db).list(placesAskedFor(caller, entity))
    return success({ places: places.map(shown) })
  })

  addRoute(app, createEndpoint, async ({ body, caller }) => success(shown(await createPlace(parts, caller, body))))

  addRoute(app, changeEndpoint, async ({ body, caller, seen }) =>
    success(shown(await changePlace(parts, caller, { ...body, seen }))),
  )

  addRoute(app, removeEndpoint, async ({ body, caller }) => {
    await removePlace(parts, caller, body.placeID)
    return done()
  })

  addRoute(app, importEndpoint, async ({ body, caller }) => success(await importPlaces(parts, caller, body)), {
    bodyLimit: MOST_BYTES,
    isLarge: true,
    admit: requireAdmin,
    hasSentences: true,
  })

  addSendingRoute(app, exportPlaces, async ({ query: { entity, format }, caller, reply }) => {
    const places = await createPlaceStore(parts.db).listForExport(placesAskedFor(caller, entity))
    void reply
      .type(`${MEDIA_TYPES[format]}; charset=utf-8`)
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="places.${format}"`)
      .send(writePlaceFile(places, format))
  })
}

/** Without what is only for a file. */
function shown({ feature: _feature, ...place }: StoredPlace): Place {
  return place
}
