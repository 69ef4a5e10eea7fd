import {
  cancelRecordImport,
  createRecordImport,
  exportImportRefusals,
  listRecordImports,
  previewRecordImport,
  putImportPart,
  removeRecordImport,
  startRecordImport,
  undoRecordImport,
} from '../contract/record-imports.ts'
import type { TableRow } from '@fieldwatch/contract/tables/table'
import type { Language } from '@fieldwatch/contract/text/languages'
import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import type { FastifyInstance } from 'fastify'
import { requireAdmin } from '@fieldwatch/server/people/access/access-policy'
import { addRoute, addSendingRoute } from '@fieldwatch/server/platform/http/add-route'
import { done, success } from '@fieldwatch/server/platform/http/envelope'
import { createReadGate } from '@fieldwatch/server/platform/http/read-gate'
import { languageOfReader } from '@fieldwatch/server/platform/http/reader-language'
import { sendTables } from '@fieldwatch/server/platform/http/send-csv'
import { describeImport } from './describe-import.ts'
import { requireStep } from './import-policy.ts'
import { requireUnit } from './import-rights.ts'
import { createImportStore, type ImportStore } from './import-store.ts'
import type { ThreadPool } from '@fieldwatch/server/records/threads/thread-pool'
import { previewImport } from './preview-import.ts'
import { say } from './say.ts'
import {
  cancelImport,
  createImport,
  getJudged,
  putPart,
  removeImport,
  startImport,
  type SteeringParts,
  undoImport,
} from './steer-import.ts'

/** Previews of one person. */
const PREVIEWS = { atOnce: 1, waiting: 4, overall: 4 }
const DOWNLOADS = { atOnce: 1, waiting: 2 }
const REFUSALS_AT_ONCE = 1_000
const HEADINGS = [say('record-imports.refusals.line'), say('record-imports.refusals.reason')]

/** Records from before, out of files. */
export function registerImportRoutes(
  app: FastifyInstance,
  { workers, ...parts }: SteeringParts & { readonly workers: ThreadPool },
): void {
  const { db, clock } = parts
  const previews = createReadGate(PREVIEWS)
  const downloads = createReadGate(DOWNLOADS)
  const store = createImportStore(db)

  addRoute(app, listRecordImports, async ({ query: { dataID }, caller }) => {
    await requireUnit(db, caller, dataID)
    return success((await store.list(dataID, caller.reach)).map(describeImport))
  })

  addRoute(app, createRecordImport, async ({ body: { dataID, ...file }, caller }) =>
    success(describeImport(await createImport(parts, caller, { dataId: dataID, ...file }))),
  )

  addRoute(app, putImportPart, { admit: requireAdmin }, async ({ body: { importID, part, file }, caller }) => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return success(describeImport(await putPart(parts, caller, { id: importID, part, bytes })))
  })

  addRoute(app, previewRecordImport, async ({ body: { importID, settings, layout, zone = 'UTC' }, caller }) => {
    const of = await getJudged(db, caller, importID)
    requireStep(of.state, 'preview')
    const person = { person: caller.userId, signal: new AbortController().signal }
    const asked = { settings, layout, zone }
    const preview = await previews.run(person, () => previewImport({ db, workers, clock }, of, asked))
    // Who opens the upload again finds what was chosen.
    if (settings !== undefined) await store.keepSettings(importID, settings)
    return success(preview)
  })

  addRoute(app, startRecordImport, async ({ body: { importID: id, ...asked }, caller }) =>
    success(describeImport(await startImport(parts, caller, { id, ...asked }))),
  )

  addRoute(app, cancelRecordImport, async ({ body, caller }) =>
    success(describeImport(await cancelImport(parts, caller, body.importID))),
  )

  addRoute(app, undoRecordImport, async ({ body, caller }) =>
    success(describeImport(await undoImport(parts, caller, body.importID))),
  )

  addRoute(app, removeRecordImport, async ({ body, caller }) => {
    await removeImport(parts, caller, body.importID)
    return done()
  })

  addSendingRoute(app, exportImportRefusals, async ({ query: { importID, format }, reply, request, caller }) => {
    await getJudged(db, caller, importID)
    const language = languageOfReader(request)
    const write = sentencesIn(language)
    const columns = HEADINGS.map((heading) => ({ heading: write(heading) }))
    await sendTables({
      reply,
      caller,
      judge: (again) => getJudged(db, again, importID),
      gate: downloads,
      name: `refused-lines-of-import-${importID}`,
      format,
      timeZone: 'UTC',
      sheets: () => [{ name: String(importID), columns, blocks: readRefusals(store, importID, language) }],
    })
  })
}

async function* readRefusals(store: ImportStore, id: number, language: Language): AsyncGenerator<TableRow[]> {
  const write = sentencesIn(language)
  let after = 0
  for (;;) {
    const lines = await store.listRefusals(id, after, REFUSALS_AT_ONCE)
    yield lines.map(({ line, reason }) => [line, write(reason)])
    const last = lines.at(-1)
    if (last === undefined || lines.length < REFUSALS_AT_ONCE) return
    after = last.line
  }
}
