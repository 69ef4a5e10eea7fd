import {
  administerUnit as administerUnitEndpoint,
  type DataDocument,
  createUnit as createUnitEndpoint,
  listRejectedMessages,
  listUnitNames,
  listUnits,
  rotateUnitToken as rotateUnitTokenEndpoint,
  setPausedData as setPausedDataEndpoint,
  updateUnit,
} from '@fieldwatch/contract/units'
import { listUnitColumns } from '@fieldwatch/contract/unit-columns'
import type { FastifyInstance } from 'fastify'
import { mayReach, requireAdmin } from '#people/access/access-policy.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import type { Images } from '#platform/files/images.ts'
import type { Places } from '#fleet/places/places.ts'
import type { Random } from '#platform/random/random.ts'
import type { Clock } from '#platform/time/clock.ts'
import { administerUnit } from './administer-unit.ts'
import { rightsOf, writeAsOf } from './as-of.ts'
import { rotateUnitToken, setPausedData } from './change-unit-access.ts'
import { createUnit } from './create-unit.ts'
import { describeUnit } from './describe-unit.ts'
import { listRejected } from './rejected-message-store.ts'
import { createUnitColumnsStore } from './unit-columns-store.ts'
import { createUnitStore } from './unit-store.ts'
import { positionsOf, writeUnitColumns } from './write-unit-columns.ts'

interface Dependencies {
  db: Db
  bus: Bus
  clock: Clock
  random: Random
  images: Images
  places: Pick<Places, 'addNearest'>
}

/** The devices service: units for people. */
export function registerUnitRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const units = createUnitStore(dependencies.db)
  const { places } = dependencies

  async function changed(document: DataDocument) {
    const [placed = document] = await places.addNearest([document])
    return success(placed)
  }

  addRoute(app, listUnits, async ({ query: { dataID }, caller: { userId, viewing, reach }, request }) => {
    const documents = await places.addNearest(
      await (dataID === undefined
        ? units.listDocuments(viewing, { reach })
        : units.listDocuments(reach, { dataIds: [dataID] })),
    )
    const [first] = documents
    if (first === undefined) request.log.info({ userId, dataID, viewing }, 'No units found')
    if (dataID === undefined) return success(documents)
    if (first === undefined) throw new DomainError('unit/not-found')
    return success(first)
  })

  addSendingRoute(app, listUnitColumns, async ({ caller: { viewing, reach }, reply }) => {
    const columns = await createUnitColumnsStore(dependencies.db).list(viewing, reach)
    const asOf = writeAsOf({ readAt: columns.readAt, rights: rightsOf({ viewing, reach }) })
    const placed = await places.addNearest(positionsOf(columns))
    const nearest = placed.map(({ nearestPlace = null }) => nearestPlace)
    void reply.type('application/json; charset=utf-8').send(writeUnitColumns(columns, { nearest, asOf }))
  })

  addRoute(app, listUnitNames, async ({ query, caller }) => {
    const { entity } = query
    if (entity !== undefined && !mayReach(caller, entity)) throw new DomainError('entity/not-found')
    return success(await units.listNames(entity === undefined ? caller.reach : [entity]))
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
