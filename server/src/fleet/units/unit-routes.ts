import { listNearestUnits } from '@fieldwatch/contract/units/nearest-units'
import { Readable } from 'node:stream'
import {
  administerUnit as administerUnitEndpoint,
  createUnit as createUnitEndpoint,
  type DataDocument,
  listRejectedMessages,
  listUnitNames,
  listUnits,
  rotateUnitToken as rotateUnitTokenEndpoint,
  setPausedData as setPausedDataEndpoint,
  updateUnit,
} from '@fieldwatch/contract/units/units'
import { listUnitColumns } from '@fieldwatch/contract/units/unit-columns'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { entitiesAskedFor, requireAdmin } from '#people/access/access-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { streamJsonList, writeJsonItems, writeJsonItemsInBatches, writeJsonList } from '#platform/http/json-list.ts'
import { endWhenIdle, untilGone } from '#platform/http/until-gone.ts'
import type { Images } from '#platform/files/images.ts'
import type { Placed, Places } from '#fleet/gazetteer/places.ts'
import { administerUnit } from './administer-unit.ts'
import { rightsOf, writeAsOf } from './as-of.ts'
import { rotateUnitToken, setPausedData } from './change-unit-access.ts'
import { createUnit } from './create-unit.ts'
import { describeUnit } from './describe-unit.ts'
import type { FleetReader } from './fleet-reader.ts'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import { listRejected } from './rejected-message-store.ts'
import { createUnitColumnsStore, type StoredColumns } from './unit-columns-store.ts'
import { createUnitStore } from './unit-store.ts'
import { getListView, readKeptView, setListView } from '@fieldwatch/contract/units/list-view'
import { createNearestUnitsStore } from './nearest-units-store.ts'
import { createListViewStore } from './list-view-store.ts'

interface Dependencies extends Pick<Platform, 'db' | 'bus' | 'clock' | 'random'> {
  images: Images
  places: Pick<Places, 'addNearest'>
  fleet: FleetReader
  followChange: FollowChange
}

/** Units that a search answers with by default. */
const NAMES_FOUND = 100

/** The devices service: units for people. */
export function registerUnitRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  registerListViewRoutes(app, dependencies)
  const units = createUnitStore(dependencies.db)
  const { places, fleet } = dependencies

  async function changed(document: DataDocument) {
    const [placed = document] = await places.addNearest([document])
    return success(placed)
  }

  addSendingRoute(app, listUnits, async ({ query: { dataID }, caller: { userId, viewing, reach }, request, reply }) => {
    if (dataID !== undefined) {
      const [unit] = await places.addNearest(await units.listDocuments(reach, { dataIds: [dataID] }))
      if (unit === undefined) {
        request.log.info({ userId, dataID, viewing }, 'No units found')
        throw new DomainError('unit/not-found')
      }
      void reply.send(success(unit))
      return
    }
    const asked = { entities: viewing, reach, person: userId, signal: untilGone(reply) }
    reply.raw.once('close', await fleet.beginList(asked))
    endWhenIdle(reply)
    const logEmpty = (): void => request.log.info({ userId, dataID, viewing }, 'No units found')
    const pages = fleet.readPages(asked, writeJsonItems)
    sendJson(reply, Readable.from(streamJsonList(pages, logEmpty), { objectMode: false }))
  })

  addSendingRoute(app, listUnitColumns, async ({ caller: { userId, viewing, reach }, reply }) => {
    const body = await fleet.readWhole({ person: userId, signal: untilGone(reply) }, async () => {
      const columns = await createUnitColumnsStore(dependencies.db).list(viewing, reach)
      const asOf = writeAsOf({ readAt: columns.readAt, rights: rightsOf({ viewing, reach }) })
      return writeUnitColumns(columns, { placed: await places.addNearest(positionsOf(columns)), asOf })
    })
    sendJson(reply, body)
  })

  addSendingRoute(app, listUnitNames, async ({ query, caller, reply }) => {
    const { entity, limit = NAMES_FOUND, search, template, only } = query
    const entities = entitiesAskedFor(caller, entity)
    const isSearch = (query.limit ?? search ?? template ?? only) !== undefined
    const body = await fleet.readWhole({ person: caller.userId, signal: untilGone(reply) }, async () => {
      const names = isSearch
        ? await units.searchNames(entities, { search, template, only: only?.split(',').slice(0, NAMES_FOUND), limit })
        : await units.listNames(entities)
      return writeJsonList([await writeJsonItemsInBatches(names)])
    })
    sendJson(reply, body)
  })

  addRoute(app, listNearestUnits, async ({ query, caller }) => {
    const near = await createNearestUnitsStore(dependencies.db).list(caller.viewing, query)
    const shown = near.map(({ dataId: dataID, lastActivityAt, total: _total, ...unit }) => ({
      ...unit,
      dataID,
      lastActivityUTC: lastActivityAt?.toISOString() ?? null,
    }))
    return success({ units: shown, total: near[0]?.total ?? 0 })
  })

  addRoute(app, createUnitEndpoint, async ({ body, caller }) => success(await createUnit(dependencies, caller, body)))

  addRoute(app, rotateUnitTokenEndpoint, async ({ params, caller }) => {
    const token = await rotateUnitToken(dependencies, caller, params.dataID)
    return success({ dataID: params.dataID, token })
  })

  addRoute(app, updateUnit, async ({ body, caller, seen }) =>
    changed(await describeUnit(dependencies, caller, seen, body)),
  )

  addRoute(app, administerUnitEndpoint, async ({ params, body, caller, seen }) =>
    changed(await administerUnit(dependencies, caller, { dataId: params.dataID, seen }, body)),
  )

  addRoute(app, setPausedDataEndpoint, async ({ body, caller }) =>
    changed(await setPausedData(dependencies, caller, body)),
  )

  addRoute(app, listRejectedMessages, async ({ params, query, caller }) => {
    requireAdmin(caller)
    await units.getDocument(params.dataID, caller.reach)
    return success(await listRejected(dependencies.db, params.dataID, query.limit))
  })
}

/** The body was written in turns: checking it again as a whole would not be. */
function sendJson(reply: FastifyReply, body: Buffer | Readable): void {
  void reply.type('application/json; charset=utf-8').send(body)
}

/** The body of a reply with the units as columns. */
async function writeUnitColumns(
  { members }: Pick<StoredColumns, 'members'>,
  { placed, asOf }: { placed: readonly Placed[]; asOf: string },
): Promise<Buffer> {
  const nearest = await writeJsonItemsInBatches(placed.map(({ nearestPlace = null }) => nearestPlace))
  const beginning = `{"status":"success","asOf":${JSON.stringify(asOf)},"details":{${members},"nearestPlace":[`
  return Buffer.concat([Buffer.from(beginning), nearest, Buffer.from(']}}')])
}

/** Where the units are, in the order of the columns. */
function positionsOf({ dataIds, latitudes, longitudes }: StoredColumns): Placed[] {
  return dataIds.map((dataID, place) => ({
    dataID,
    currentLat: latitudes[place] ?? null,
    currentLon: longitudes[place] ?? null,
  }))
}

/** How the caller looks at the list of units. */
function registerListViewRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const views = createListViewStore(db)

  addRoute(app, getListView, async ({ caller }) => success(readKeptView(await views.find(caller.userId))))

  addRoute(app, setListView, async ({ caller, body }) => {
    await views.keep(caller.userId, body)
    return done()
  })
}
