import { entitiesAskedFor, requireAdmin } from '@fieldwatch/server/people/access/access-policy'
import { requireFewPlaces } from '@fieldwatch/server/fleet/places/few-places'
import type { PlaceParts } from '@fieldwatch/server/fleet/places/change-places'
import { createPlaceStore } from '@fieldwatch/server/fleet/places/place-store'
import { addRoute, addSendingRoute } from '@fieldwatch/server/platform/http/add-route'
import { success } from '@fieldwatch/server/platform/http/envelope'
import { leaveJsonUnread, takeBody } from '@fieldwatch/server/platform/http/read-json'
import { createPartReader } from '@fieldwatch/server/platform/imports/part-reader'
import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { exportPlaces, importPlaces as importEndpoint, LONGEST_PLACE_FILE } from '../contract/place-files.ts'
import { importPlaces } from './import-places.ts'
import { readPlaceImport } from './read-place-import.ts'
import { MEDIA_TYPES, writePlaceFile } from './write-place-file.ts'

/** A character of JSON has up to six bytes. */
const MOST_BYTES = 2 * LONGEST_PLACE_FILE

/** Places from files, and as files. */
export function registerPlaceFileRoutes(app: FastifyInstance, parts: PlaceParts): void {
  const importing = createPartReader({ read: readPlaceImport, worker: new URL('import-worker.ts', import.meta.url) })
  void app.register(async (scope) => {
    leaveJsonUnread(scope)
    const options = { bodyLimit: MOST_BYTES, rawBody: true, isLarge: true, admit: requireAdmin }
    addRoute(scope, importEndpoint, options, async ({ caller, request }) =>
      success(await importPlaces(parts, caller, importing.read('file', takeBody(request)))),
    )
  })

  addSendingRoute(app, exportPlaces, async ({ query: { entity, format }, caller, reply }) => {
    const entities = await requireFewPlaces(parts.db, entitiesAskedFor(caller, entity, caller.viewing))
    const places = await createPlaceStore(parts.db).listForExport(entities)
    void reply
      .type(`${MEDIA_TYPES[format]}; charset=utf-8`)
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="places.${format}"`)
      .send(Readable.from(writePlaceFile(places, format), { objectMode: false }))
  })
}
