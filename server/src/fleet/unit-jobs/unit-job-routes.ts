import { planUnitUndo as planUndoEndpoint } from '@fieldwatch/contract/consequences/unit-undo'
import { setImmediate } from 'node:timers/promises'
import {
  checkUnitImport as checkEndpoint,
  importUnits,
  UNIT_CSV_MAX,
  type UnitImportCheck,
} from '@fieldwatch/contract/units/unit-imports'
import {
  createUnitTokens as createTokensEndpoint,
  getUnitJob,
  listUnitJobs,
  listUnitResults,
  stopUnitJob as stopEndpoint,
  undoUnitImport as undoEndpoint,
  type UnitChange,
  type UnitJob,
  updateUnits,
} from '@fieldwatch/contract/units/unit-jobs'
import { ImportLine } from '@fieldwatch/contract/text/imports'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireAdmin } from '#people/access/access-policy.ts'
import type { Actor } from '#people/access/person-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import type { Caller } from '#platform/http/caller.ts'
import { success } from '#platform/http/envelope.ts'
import { writeJsonItemsInBatches } from '#platform/http/json-list.ts'
import { sentencesFor, writerFor } from '#platform/http/reader-language.ts'
import { leaveJsonUnread, takeBody } from '#platform/http/read-json.ts'
import { createPartReader } from '#platform/imports/part-reader.ts'
import type { Work } from '#platform/work/worker.ts'
import { formatTime } from '#platform/time/format-time.ts'
import { beginUnitJob, stopUnitJob } from './begin-unit-job.ts'
import { checkUnitImport, readAskedUnits } from './check-unit-import.ts'
import { makeUnitTokens } from './make-unit-tokens.ts'
import { readUnitImport } from './read-unit-import.ts'
import type { ReadUnit } from './read-unit-row.ts'
import { requireChange } from './require-change.ts'
import { planUnitUndo, undoUnitImport } from './undo-unit-import.ts'
import { createUnitJobStore, type ListedJob, type NewItem } from './unit-job-store.ts'

/** Whether a person may have units watched by an alert. @throws DomainError alert/not-found, access/forbidden */
export type RequireAlert = (actor: Actor, change: Extract<UnitChange, { kind: 'alert' }>) => Promise<void>

interface Dependencies extends Pick<Platform, 'db' | 'bus' | 'clock' | 'random'> {
  jobs: Pick<Work, 'wake'>
  requireAlert: RequireAlert
}

/** Imports of units, and changes of many. */
export function registerUnitJobRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, clock, jobs, requireAlert } = dependencies
  const store = createUnitJobStore(db)

  addRoute(app, updateUnits, { bodyLimit: 1024 * 1024 }, async ({ body: { dataIDs, change }, caller }) => {
    await requireChange(db, caller, change)
    if (change.kind === 'alert') await requireAlert(caller, change)
    const items = [...new Set(dataIDs)].map((dataId, index) => ({ place: index + 1, dataId }))
    const id = await beginUnitJob(db, { kind: 'change', change }, { caller, now: clock() }, inParts(items))
    jobs.wake()
    return success(await getJob(caller, id))
  })

  addRoute(app, listUnitJobs, async ({ query: { which, limit }, caller }) => {
    requireAdmin(caller)
    return success((await store.list(caller, { which, limit })).map((job) => describeJob(job, caller)))
  })

  addRoute(app, getUnitJob, async ({ params, caller }) => {
    requireAdmin(caller)
    return success(await getJob(caller, params.jobID))
  })

  addRoute(app, listUnitResults, async ({ params: { jobID }, query, caller }) => {
    requireAdmin(caller)
    await getJob(caller, jobID)
    return success(await store.listResults(jobID, { reach: caller.reach, ...query, result: query.result }))
  })

  addRoute(app, stopEndpoint, async ({ params: { jobID }, caller }) => {
    await stopUnitJob(dependencies, caller, jobID)
    return success(await getJob(caller, jobID))
  })

  addRoute(app, planUndoEndpoint, async ({ params: { jobID }, caller }) =>
    success(await planUnitUndo(db, caller, jobID)),
  )

  addRoute(app, undoEndpoint, async ({ params: { jobID }, caller }) => {
    const id = await undoUnitImport(db, caller, { jobId: jobID, now: clock() })
    jobs.wake()
    return success(await getJob(caller, id))
  })

  addRoute(app, createTokensEndpoint, async ({ params: { jobID }, caller }) =>
    success(await makeUnitTokens(dependencies, caller, jobID)),
  )

  registerImports()

  /** Bodies of imports are read in another thread when they are long, and a few at once. */
  function registerImports(): void {
    const worker = new URL('import-worker.ts', import.meta.url)
    const reader = createPartReader({ read: readUnitImport, worker })
    // A file with its quotation marks escaped.
    const options = { bodyLimit: (UNIT_CSV_MAX * 3) / 2, rawBody: true, isLarge: true, admit: requireAdmin }
    void app.register(async (scope) => {
      leaveJsonUnread(scope)
      addSendingRoute(scope, checkEndpoint, options, async ({ caller, request, reply }) => {
        const check = await checkUnitImport(db, caller, reader.read('csv', takeBody(request)))
        await reply.type('application/json; charset=utf-8').send(await writeCheck(check, request))
      })
      addRoute(scope, importUnits, options, async ({ caller, request }) => {
        await using parts = reader.read('csv', takeBody(request))
        const asked = await readAskedUnits(caller, parts)
        const job = { kind: 'import', options: asked.options } as const
        const id = await beginUnitJob(db, job, { caller, now: clock() }, itemsOf(asked.lines))
        jobs.wake()
        return success(await getJob(caller, id))
      })
    })
  }

  async function getJob(caller: Caller, id: number): Promise<UnitJob> {
    const [job] = await store.list(caller, { which: { id } })
    if (job === undefined) throw new DomainError('unit/job-not-found')
    return describeJob(job, caller)
  }
}

const writeLine = writerFor(ImportLine)

/** A reply that is checked and written whole would hold up everyone else: it may have 10,000 lines. */
async function writeCheck({ lines, ...others }: UnitImportCheck, request: FastifyRequest): Promise<Buffer> {
  const write = sentencesFor(request)
  const written = await writeJsonItemsInBatches(lines, (line) => writeLine?.(line, write))
  const beginning = Buffer.from('{"status":"success","details":{"lines":[')
  return Buffer.concat([beginning, written, Buffer.from(`],${JSON.stringify(others).slice(1)}}`)])
}

async function* itemsOf(lines: AsyncIterable<readonly ReadUnit[]>): AsyncGenerator<NewItem[], void> {
  for await (const some of lines) {
    yield some.map(({ line, dataId, row, errors }) => ({
      place: line,
      dataId,
      row,
      refusal: row === undefined ? errors.join('\n') : undefined,
    }))
  }
}

const ITEMS_AT_ONCE = 1_000

async function* inParts(items: readonly NewItem[]): AsyncGenerator<readonly NewItem[], void> {
  for (let start = 0; start < items.length; start += ITEMS_AT_ONCE) {
    yield items.slice(start, start + ITEMS_AT_ONCE)
    await setImmediate()
  }
}

function describeJob(
  { id, asked, by, createdAt, createdBy, endedAt, stopped, tokensAt, units, counts }: ListedJob,
  { userId }: Caller,
): UnitJob {
  const hasNew = asked.kind === 'import' && counts.created > 0
  return {
    jobID: id,
    kind: asked.kind,
    change: asked.kind === 'change' ? asked.change : null,
    createdUTC: formatTime(createdAt),
    own: by === userId,
    createdBy: createdBy ?? null,
    endedUTC: endedAt === undefined ? null : formatTime(endedAt),
    stopped: stopped === undefined ? null : { atUTC: formatTime(stopped.at), by: stopped.by ?? null },
    units,
    counts,
    tokens: tokensAt !== undefined ? 'taken' : hasNew && endedAt !== undefined ? 'ready' : 'none',
  }
}
