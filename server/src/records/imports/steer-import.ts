import type { ActivityAction } from '@fieldwatch/contract/activity-actions'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { DataId, EntityId } from '@fieldwatch/contract/ids'
import { IMPORT_PART_BYTES, type ImportSettings } from '@fieldwatch/contract/record-imports'
import { requireAdmin } from '#people/access/access-policy.ts'
import { starterOf } from '#people/credentials/find-starter.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Clock } from '#platform/time/clock.ts'
import { partsOf } from './describe-import.ts'
import { requireImportable, requireStep } from './import-policy.ts'
import { requireUnit } from './import-rights.ts'
import { createImportStore, type Start, type StoredImport } from './import-store.ts'
import { requireZone } from './preview-import.ts'

export interface SteeringParts {
  readonly db: Db
  readonly clock: Clock
  /** Sources of a unit. */
  readonly sourcesPerUnit: number
}

/** Who steers an import; undefined for the command line. */
export type Asker = { readonly caller: Caller; readonly address: string } | undefined

/** Files that one entity has here at once. */
const MOST_FILES = 50

const compress = promisify(zstdCompress)

/** @throws DomainError access/forbidden, unit/not-found, unit/shared, import/too-many */
export async function createImport(
  { db, clock }: SteeringParts,
  asker: Asker,
  { dataId, fileName, fileBytes }: { dataId: DataId; fileName: string; fileBytes: number },
): Promise<StoredImport> {
  if (asker !== undefined) await requireUnit(db, asker.caller, dataId)
  const store = createImportStore(db)
  if ((await store.countFiles(dataId)) >= MOST_FILES) throw new DomainError('import/too-many')
  const id = await store.create({ dataId, fileName, fileBytes, by: asker?.caller.userId, now: clock() })
  return store.get(id, reachOf(asker))
}

/** @throws DomainError import/not-found, unit/shared, import/busy, request/invalid */
export async function putPart(
  { db }: SteeringParts,
  asker: Asker,
  { id, part, bytes }: { id: number; part: number; bytes: Uint8Array },
): Promise<StoredImport> {
  const of = await getJudged(db, asker, id)
  requireStep(of.state, 'upload')
  const count = partsOf(of.fileBytes)
  const expected = part === count - 1 ? of.fileBytes - part * IMPORT_PART_BYTES : IMPORT_PART_BYTES
  if (part >= count || bytes.length !== expected) throw new DomainError('import/part-invalid')
  const data = await compress(bytes)
  return db.transaction().execute(async (tx) => {
    const store = createImportStore(tx)
    requireStep((await store.lock(id)) ?? 'done', 'upload')
    await store.putPart(id, part, { bytes: bytes.length, data })
    if ((await store.listParts(id)).length === count) await store.setReady(id)
    return store.get(id, reachOf(asker))
  })
}

/** @throws DomainError import/not-found, unit/shared, import/busy, request/invalid */
export async function startImport(
  { db, clock, sourcesPerUnit }: SteeringParts,
  asker: Asker,
  asked: { id: number; settings: ImportSettings; check: boolean; heldBy?: string },
): Promise<StoredImport> {
  const { id, settings, check, heldBy } = asked
  const { dataId, fileName } = await getJudged(db, asker, id)
  requireZone(settings.time.zone)
  const store = createImportStore(db)
  const { source } = settings
  requireImportable({ source, most: sourcesPerUnit, ...(await store.describeSource(dataId, source)) })
  return change(db, asker, { id, step: 'start' }, async (tx) => {
    await createImportStore(tx).begin(id, {
      state: check ? 'checking' : 'running',
      settings,
      ...startOf(asker, heldBy),
    })
    if (check) return
    await audit(tx, asker, { action: 'import records', dataId, source, now: clock(), after: { file: fileName } })
  })
}

/** @throws DomainError import/not-found, unit/shared, import/busy */
export async function cancelImport({ db, clock }: SteeringParts, asker: Asker, id: number): Promise<StoredImport> {
  const { dataId, fileName, settings } = await getJudged(db, asker, id)
  return change(db, asker, { id, step: 'cancel' }, async (tx, state) => {
    const store = createImportStore(tx)
    if (state === 'checking') return store.setReady(id)
    await store.end(id, { state: 'cancelled', now: clock() })
    const source = settings?.source ?? ''
    await audit(tx, asker, {
      action: 'cancel import of records',
      dataId,
      source,
      now: clock(),
      after: { file: fileName },
    })
  })
}

/** @throws DomainError import/not-found, unit/shared, import/busy */
export async function undoImport(
  { db, clock }: SteeringParts,
  asker: Asker,
  id: number,
  heldBy?: string,
): Promise<StoredImport> {
  const { dataId, fileName, settings, counts } = await getJudged(db, asker, id)
  return change(db, asker, { id, step: 'undo' }, async (tx) => {
    await createImportStore(tx).setUndoing(id, startOf(asker, heldBy))
    const { added, replaced } = counts
    const before = { file: fileName, added, replaced }
    const source = settings?.source ?? ''
    await audit(tx, asker, { action: 'undo import of records', dataId, source, now: clock(), before })
  })
}

/** @throws DomainError import/not-found, unit/shared, import/busy */
export async function removeImport({ db }: SteeringParts, asker: Asker, id: number): Promise<void> {
  await getJudged(db, asker, id)
  await db.transaction().execute(async (tx) => {
    const store = createImportStore(tx)
    const state = await store.lock(id)
    if (state === undefined) throw new DomainError('import/not-found')
    requireStep(state, 'remove')
    await store.remove(id)
  })
}

/**
 * An import that the asker may steer.
 * @throws DomainError access/forbidden, import/not-found, unit/shared
 */
export async function getJudged(db: Db, asker: Asker, id: number): Promise<StoredImport> {
  const store = createImportStore(db)
  if (asker === undefined) return store.get(id)
  requireAdmin(asker.caller)
  const found = await store.findInReach(id, asker.caller.reach)
  if (found === undefined) throw new DomainError('import/not-found')
  await requireUnit(db, asker.caller, found.dataId)
  return found
}

function reachOf(asker: Asker): readonly EntityId[] {
  return asker?.caller.reach ?? []
}

function startOf(asker: Asker, heldBy: string | undefined): Start {
  return { starter: asker && starterOf(asker.caller), heldBy }
}

type Change = (tx: Db, state: StoredImport['state']) => Promise<void>

/** Changes an import that nobody else changes meanwhile. */
function change(
  db: Db,
  asker: Asker,
  { id, step }: { id: number; step: 'start' | 'cancel' | 'undo' },
  make: Change,
): Promise<StoredImport> {
  return db.transaction().execute(async (tx) => {
    const store = createImportStore(tx)
    const state = await store.lock(id)
    if (state === undefined) throw new DomainError('import/not-found')
    requireStep(state, step)
    await make(tx, state)
    return store.get(id, reachOf(asker))
  })
}

interface Deed {
  readonly action: ActivityAction
  readonly dataId: DataId
  readonly source: string
  readonly now: number
  readonly before?: unknown
  readonly after?: unknown
}

async function audit(tx: Db, asker: Asker, { action, dataId, source, now, ...states }: Deed): Promise<void> {
  await createAuditStore(tx).record({
    at: now,
    userId: asker?.caller.userId,
    entityId: asker?.caller.entity,
    action,
    subjectKind: 'source',
    subjectId: `${dataId}/${source}`,
    ...states,
    ...(asker === undefined ? {} : { address: asker.address }),
  })
}
