import type { EntityId } from '@fieldwatch/contract/api/ids'
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
import { Readable } from 'node:stream'
import { invalidField } from '#platform/errors/domain-error.ts'
import { writeJsonItemsInBatches } from '#platform/http/json-list.ts'
import { entitiesAskedFor, requireAdmin } from '#people/access/access-policy.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { changePlace, createPlace, type PlaceParts, removePlace } from './change-places.ts'
import { leaveJsonUnread, takeBody } from '#platform/http/read-json.ts'
import { createPartReader } from '#platform/imports/part-reader.ts'
import { importPlaces } from './import-places.ts'
import { createPlaceStore, type StoredPlace } from './place-store.ts'
import { readPlaceImport } from './read-place-import.ts'
import { MEDIA_TYPES, writePlaceFile } from './write-place-file.ts'

/** A character of JSON has up to six bytes. */
const MOST_BYTES = 2 * LONGEST_PLACE_FILE

/** The places that entities keep. */
export function registerPlaceRoutes(app: FastifyInstance, parts: PlaceParts): void {
  // A reply that is checked would hold up everyone else: what is stored was checked.
  addSendingRoute(app, listPlaces, async ({ query: { entity }, caller, reply }) => {
    const entities = await requireFew(parts, entitiesAskedFor(caller, entity, caller.viewing))
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

  const importing = createPartReader({ read: readPlaceImport, worker: new URL('import-worker.ts', import.meta.url) })
  void app.register(async (scope) => {
    leaveJsonUnread(scope)
    const options = { bodyLimit: MOST_BYTES, rawBody: true, isLarge: true, admit: requireAdmin }
    addRoute(scope, importEndpoint, options, async ({ caller, request }) =>
      success(await importPlaces(parts, caller, importing.read('file', takeBody(request)))),
    )
  })

  addSendingRoute(app, exportPlaces, async ({ query: { entity, format }, caller, reply }) => {
    const entities = await requireFew(parts, entitiesAskedFor(caller, entity, caller.viewing))
    const places = await createPlaceStore(parts.db).listForExport(entities)
    void reply
      .type(`${MEDIA_TYPES[format]}; charset=utf-8`)
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="places.${format}"`)
      .send(Readable.from(writePlaceFile(places, format), { objectMode: false }))
  })
}

/** The most positions of one answer. */
const MOST_POSITIONS = 200_000

/** @throws DomainError request/invalid for entities with more places than one answer holds */
async function requireFew({ db }: PlaceParts, entities: readonly EntityId[]): Promise<readonly EntityId[]> {
  if ((await createPlaceStore(db).countPositions(entities)) > MOST_POSITIONS)
    throw invalidField('entity', 'These entities have too many places for one answer. Choose fewer entities.')
  return entities
}

/** Without what is only for a file. */
function shown({ feature: _feature, ...place }: StoredPlace): Place {
  return place
}
