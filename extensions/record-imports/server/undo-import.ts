import type { Db } from '@fieldwatch/server/platform/database/database'
import { groupBySource } from '@fieldwatch/server/doors/ingest/group-by-source'
import { createIngestStore, type StoredSource } from '@fieldwatch/server/doors/ingest/ingest-store'
import { LazyRecord } from '@fieldwatch/server/doors/ingest/lazy-record'
import { GROUP_RECORDS } from '@fieldwatch/server/doors/ingest/commit-slices'
import type { History } from '@fieldwatch/server/records/history/history'
import { withHistory } from '@fieldwatch/server/records/history/moved-blocks-store'
import { createChunkStore } from '@fieldwatch/server/records/store/chunk-store'
import { createCompactionStore } from '@fieldwatch/server/records/store/compaction-store'
import { rebuild, replaceChunks } from '@fieldwatch/server/records/store/replace-chunks'
import { requireStarter } from './import-rights.ts'
import { ImportEndedError, type RestoredCommit, writeRestoredCommit } from './import-commit-store.ts'
import { createImportStore, type StoredImport } from './import-store.ts'
import { readStoredThere } from './read-stored-there.ts'
import { sourceOf, type StoringParts, type Target } from './store-part.ts'
import { type ImportedRange, createUndoStore } from './undo-store.ts'

interface Parts extends StoringParts {
  readonly db: Db
  /** Left out, all records are in PostgreSQL. */
  readonly history?: History | undefined
}

interface Undoing {
  readonly of: StoredImport
  readonly server: string
}

/**
 * Removes what an import added, as far as nothing newer took its place, and brings back what it replaced. Repeating it after an
 * interruption continues. @throws ImportEndedError when another server undoes it
 */
export async function undoImport(parts: Parts, undoing: Undoing): Promise<void> {
  const { db, bus, clock } = parts
  const { of } = undoing
  const imported = await createUndoStore(db).findBrought(of.id)
  if (imported !== undefined) {
    await inTurn(parts, undoing, (tx) => createUndoStore(tx).handOverReplaced(of.id, imported))
    // Compaction moves rows into chunks at any time, and never back: what it took meanwhile is found in the chunks.
    while ((await inTurn(parts, undoing, (tx) => createUndoStore(tx).removeRows(imported))) > 0);
    await removeFromChunks(parts, undoing, imported)
    while (await restoreSome(parts, undoing, imported));
  }
  const done = await inTurn(parts, undoing, async (tx) => {
    const now = clock()
    await createImportStore(tx).end(of.id, { state: 'undone', now })
    if (imported === undefined) return undefined
    const store = createUndoStore(tx)
    const next = await store.findNext(imported.sourceKey, imported.end)
    const range = { from: imported.start, to: next === undefined ? Number.MAX_SAFE_INTEGER : next + 1 }
    const consumers = await store.correctFollowers(imported.sourceKey, range)
    await store.correctAlerts(imported.sourceKey, range)
    return { consumers, arrival: await store.touch(imported.sourceKey, now) }
  })
  if (done?.arrival !== undefined && of.settings !== undefined)
    bus.publish('records', { dataId: of.dataId, source: of.settings.source, ...done.arrival, count: 0 })
  for (const consumer of done?.consumers ?? []) bus.publish('followers-changed', { consumer })
}

/** A transaction in which no one else undoes the import, for a starter who may still undo it. */
function inTurn<Result>(
  { db, history, clock }: Parts,
  { of, server }: Undoing,
  run: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return withHistory(history, (see) =>
    db.transaction().execute(async (tx) => {
      if (!(await createUndoStore(tx).holds(of.id, server)))
        throw new ImportEndedError('Another server undoes the import')
      await requireStarter(tx, of, clock())
      return run(see(tx))
    }),
  )
}

async function removeFromChunks(parts: Parts, undoing: Undoing, imported: ImportedRange): Promise<void> {
  let from: number | undefined = imported.start
  while (from !== undefined) {
    const start: number = from
    from = await inTurn(parts, undoing, (tx) => removeFromNext(parts, tx, { ...imported, start }))
  }
}

/** Rewrites the next chunk without what was imported. Returns where to look for further ones. */
async function removeFromNext(
  { workers }: Parts,
  tx: Db,
  { sourceKey, arrivals, start, end }: ImportedRange,
): Promise<number | undefined> {
  const store = createChunkStore(tx)
  await createCompactionStore(tx).claimInTurn(sourceKey)
  const chunk = await store.findFirst(sourceKey, { start, end })
  if (chunk === undefined) return undefined
  const next = chunk.endAt + 1
  const mayHave = [...arrivals].some((at) => at >= chunk.firstReceivedAt && at <= chunk.lastReceivedAt)
  if (!mayHave) return next
  if (chunk.firstReceivedAt === chunk.lastReceivedAt) {
    await store.lock(sourceKey)
    await store.remove(sourceKey, [chunk.startAt])
    return next
  }
  const rebuilt = await rebuild({ workers, store, sourceKey }, { chunks: [chunk], without: arrivals })
  const left = rebuilt.reduce((sum, { chunk: { count } }) => sum + count, 0)
  if (left < chunk.count) await replaceChunks({ store, sourceKey }, { replaced: [chunk], rebuilt })
  return next
}

/** Brings back some of what was replaced, where nothing is by now. Returns whether there may be more. */
async function restoreSome(parts: Parts, { of, server }: Undoing, { sourceKey }: ImportedRange): Promise<boolean> {
  const { pool, db, reader, clock } = parts
  const replaced = await createUndoStore(db).listReplaced(of.id, { sourceKey, limit: GROUP_RECORDS })
  if (replaced.length === 0 || of.settings === undefined) return false
  await requireStarter(db, of, clock())
  const target = { dataId: of.dataId, source: of.settings.source }
  const times = Float64Array.from(replaced, ({ at }) => at)
  const there = new Set((await readStoredThere({ pool, reader }, target, times, { isFree: false })).at)
  for (const [owner, ofOwner] of Map.groupBy(replaced, (one) => one.owner)) {
    const restored = { id: of.id, server, owner: owner ?? undefined, at: ofOwner.map(({ at }) => at) }
    const missing = ofOwner.filter(({ at }) => !there.has(at))
    await restore(parts, target, restored, missing)
  }
  return replaced.length === GROUP_RECORDS
}

async function restore(
  { pool, bus, clock }: Parts,
  target: Pick<Target, 'dataId' | 'source'>,
  restored: RestoredCommit,
  missing: readonly { readonly at: number; readonly json: string }[],
): Promise<void> {
  const source = sourceOf(target)
  const placed = missing.map(({ at, json }) => ({ source, record: new LazyRecord(source.name, at, json) }))
  const [group] = groupBySource(placed)
  let arrived: StoredSource | undefined
  await createIngestStore(pool).commit({
    now: clock(),
    groups: group === undefined ? [] : [group],
    units: [],
    rejections: [],
    also: async (client, [stored]) => {
      arrived = stored
      await writeRestoredCommit(client, restored, stored)
    },
  })
  if (arrived === undefined) return
  const { receivedAt, previousReceivedAt } = arrived
  bus.publish('records', { ...target, receivedAt, previousReceivedAt, count: placed.length })
}
