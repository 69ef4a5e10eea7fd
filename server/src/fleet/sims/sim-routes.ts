import { Readable } from 'node:stream'
import {
  createSim as createSimEndpoint,
  importSimCsv,
  importSims as importSimsEndpoint,
  listSims,
  removeSims as removeSimsEndpoint,
  SIM_CSV_MAX,
  updateSim as updateSimEndpoint,
} from '@fieldwatch/contract/units/sims'
import type { FastifyInstance } from 'fastify'
import { entitiesAskedFor, requireAdmin } from '#people/access/access-policy.ts'
import type { Platform } from '#platform/floor.ts'
import { addRoute, addSendingRoute, type Call } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createSim, removeSims, updateSim } from './change-sim.ts'
import { importSims } from './import-sims.ts'
import { leaveJsonUnread, takeBody } from '#platform/http/read-json.ts'
import { createPartReader } from '#platform/imports/part-reader.ts'
import { readImport } from './read-import.ts'
import { createSimStore, LISTED_AT_ONCE, type SimStore } from './sim-store.ts'

type Dependencies = Pick<Platform, 'db' | 'clock' | 'random'>

/** The kinds of import with their most bytes: a file with its quotation marks escaped, or the longest list. */
const IMPORTS = [
  ['csv', importSimCsv, (SIM_CSV_MAX * 3) / 2],
  ['list', importSimsEndpoint, 8 * 1024 * 1024],
] as const

/** The SIM service. */
export function registerSimRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, clock } = dependencies
  const sims = createSimStore(db)

  addSendingRoute(app, listSims, async ({ query: { entity, dataID }, caller, reply }) => {
    const { reach } = caller
    const entities = entitiesAskedFor(caller, entity, dataID === undefined ? caller.viewing : reach)
    if (dataID !== undefined) await createUnitStore(db).getDocument(dataID, reach)
    const asked = { entities, reach, now: clock(), ...(dataID === undefined ? {} : { dataId: dataID }) }
    await reply.type('application/json; charset=utf-8').send(Readable.from(writeSims(sims, asked)))
  })

  addRoute(app, createSimEndpoint, async ({ body, caller }) => success(await createSim(dependencies, caller, body)))

  addRoute(app, updateSimEndpoint, async ({ body, caller, seen }) =>
    success(await updateSim(dependencies, caller, { seen, body })),
  )

  addRoute(app, removeSimsEndpoint, async ({ body, caller }) => {
    const removals = await removeSims(dependencies, caller, body.simIDs)
    const isWhole = removals.every(({ result }) => result === 'removed')
    return isWhole ? success(removals) : { status: 'partial_success' as const, details: removals }
  })

  registerImports(app, dependencies)
}

/** Bodies of imports are read in another thread when they are long, and a few at once. */
function registerImports(app: FastifyInstance, dependencies: Dependencies): void {
  const reader = createPartReader({ read: readImport, worker: new URL('import-worker.ts', import.meta.url) })
  void app.register(async (scope) => {
    leaveJsonUnread(scope)
    for (const [kind, endpoint, bodyLimit] of IMPORTS) {
      const handler = async ({ caller, request }: Call<typeof endpoint>) => {
        const parts = reader.read(kind, takeBody(request))
        return success(await importSims(dependencies, caller, parts))
      }
      const options = { bodyLimit, rawBody: true, isLarge: true, admit: requireAdmin }
      addRoute(scope, endpoint, options, handler)
    }
  })
}

/** Writes the reply with a list of cards, however long it is, some cards at a time. */
async function* writeSims(
  sims: Pick<SimStore, 'list'>,
  asked: Parameters<SimStore['list']>[0],
): AsyncGenerator<string> {
  yield '{"status":"success","details":['
  let cards = await sims.list(asked)
  for (;;) {
    yield cards.map((card) => JSON.stringify(card)).join()
    const last = cards.at(-1)
    if (last === undefined || cards.length < LISTED_AT_ONCE) break
    cards = await sims.list(asked, last)
    if (cards.length > 0) yield ','
  }
  yield ']}'
}
