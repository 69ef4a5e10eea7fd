import {
  createSim as createSimEndpoint,
  importSimCsv,
  importSims as importSimsEndpoint,
  listSims,
  removeSims as removeSimsEndpoint,
  SIM_CSV_MAX,
  updateSim as updateSimEndpoint,
} from '@fieldwatch/contract/sims'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#database/database.ts'
import { addRoute } from '#http/add-route.ts'
import { done, success } from '#http/envelope.ts'
import type { Random } from '#random/random.ts'
import type { Clock } from '#time/clock.ts'
import { createUnitStore } from '#units/unit-store.ts'
import { createSim, removeSims, updateSim } from './change-sim.ts'
import { importSims } from './import-sims.ts'
import { readSimCsv } from './read-sim-csv.ts'
import { readSimLine, readSimRow } from './read-sim-row.ts'
import { askedEntities, requireMayKeepSims } from './sim-policy.ts'
import { createSimStore } from './sim-store.ts'

interface Dependencies {
  db: Db
  clock: Clock
  random: Random
}

/** A character of the file may take two in JSON. */
const IMPORT_BODY_LIMIT = 2 * SIM_CSV_MAX

/** The SIM service. */
export function registerSimRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, clock } = dependencies
  const sims = createSimStore(db)

  addRoute(app, listSims, async ({ query: { entity, dataID }, caller }) => {
    const { reach } = caller
    if (dataID === undefined) {
      return success(await sims.list({ entities: askedEntities(caller, entity), reach, now: clock() }))
    }
    await createUnitStore(db).getDocument(dataID, reach)
    const entities = entity === undefined ? reach : askedEntities(caller, entity)
    return success(await sims.list({ entities, reach, dataId: dataID, now: clock() }))
  })

  addRoute(app, createSimEndpoint, async ({ body, caller }) => success(await createSim(dependencies, caller, body)))

  addRoute(app, updateSimEndpoint, async ({ body, caller }) => success(await updateSim(dependencies, caller, body)))

  addRoute(app, removeSimsEndpoint, async ({ body, caller }) => {
    await removeSims(dependencies, caller, body.simIDs)
    return done()
  })

  addRoute(
    app,
    importSimsEndpoint,
    async ({ body: { sims: given, ...options }, caller }) => {
      const rows = given.map((row, index) => readSimRow(index + 1, row))
      return success({ ...(await importSims(dependencies, caller, rows, options)), columns: [] })
    },
    { bodyLimit: IMPORT_BODY_LIMIT },
  )

  addRoute(
    app,
    importSimCsv,
    async ({ body: { csv, columns: chosen, ...options }, caller }) => {
      requireMayKeepSims(caller, options.entity)
      const { columns, lines } = readSimCsv(csv, chosen)
      const rows = lines.map((line) => readSimLine(line, columns))
      const imported = await importSims(dependencies, caller, rows, options)
      return success({ ...imported, columns: columns.map(({ heading, field }) => ({ heading, field })) })
    },
    { bodyLimit: IMPORT_BODY_LIMIT },
  )
}
