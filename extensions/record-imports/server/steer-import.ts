import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { IMPORT_PART_BYTES, type ImportSettings } from '../contract/record-imports.ts'
import { requireAdmin } from '@fieldwatch/server/people/access/access-policy'
import { starterOf } from '@fieldwatch/server/people/credentials/find-starter'
import { type AuditedChange, createAuditStore } from '@fieldwatch/server/platform/audit/audit-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { partsOf } from './describe-import.ts'
import { requireFormat, requireImportable, requireStep } from './import-policy.ts'
import { requireUnit } from './import-rights.ts'
import { createImportStore, type Start, type StoredImport } from './import-store.ts'
import { requireZone } from './preview-import.ts'

export interface SteeringParts extends Pick<Platform, 'db' | 'clock'> {
  /** Sources of a unit. */
  readonly sourcesPerUnit: number
}

/** Undefined: the command line. */
type Importer = Caller | undefined

/** Files that one entity has here at once. */
const MOST_FILES = 50

const compress = promisify(zstdCompress)

/** @throws DomainError access/forbidden, unit/not-found, unit/shared, import/too-many */
export async function createImport(
  { db, clock }: SteeringParts,
  caller: Importer,
  { dataId, fileName, fileBytes }: { dataId: DataId; fileName: string; fileBytes: number },
): Promise<StoredImport> {
  if (caller !== undefined) await requireUnit(db, caller, dataId)
  const store = createImportStore(db)
  if ((await store.countFiles(dataId)) >= MOST_FILES) throw new DomainError('import/too-many')
  const id = await store.create({ dataId, fileName, fileBytes, by: caller?.userId, now: clock() })
  return store.get(id, reachOf(caller))
}

/** @throws DomainError import/not-found, unit/shared, import/busy, request/invalid */
export async function putPart(
  { db }: SteeringParts,
  caller: Importer,
  { id, part, bytes }: { id: number; part: number; bytes: Uint8Array },
): Promise<StoredImport> {
  const of = await getJudged(db, caller, id)
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
    return store.get(id, reachOf(caller))
  })
}

/** @throws DomainError import/not-found, unit/shared, import/busy, request/invalid */
export async function startImport(
  { db, clock, sourcesPerUnit }: SteeringParts,
  caller: Importer,
  asked: { id: number; settings: ImportSettings; check: boolean; heldBy?: string },
): Promise<StoredImport> {
  const { id, settings, check, heldBy } = asked
  const { dataId, fileName } = await getJudged(db, caller, id)
  requireZone(settings.time.zone)
  requireFormat(settings)
  const store = createImportStore(db)
  const { source } = settings
  requireImportable({ source, most: sourcesPerUnit, ...(await store.describeSource(dataId, source)) })
  return change(db, caller, { id, step: 'start' }, async (tx) => {
    await createImportStore(tx).begin(id, {
      state: check ? 'checking' : 'running',
      settings,
      ...startOf(caller, heldBy),
    })
    if (check) return
    await audit(tx, caller, { action: 'import records', dataId, source, at: clock(), after: { file: fileName } })
  })
}

/** @throws DomainError import/not-found, unit/shared, import/busy */
export async function cancelImport({ db, clock }: SteeringParts, caller: Importer, id: number): Promise<StoredImport> {
  const { dataId, fileName, settings } = await getJudged(db, caller, id)
  return change(db, caller, { id, step: 'cancel' }, async (tx, state) => {
    const store = createImportStore(tx)
    if (state === 'checking') return store.setReady(id)
    await store.end(id, { state: 'cancelled', now: clock() })
    const source = settings?.source ?? ''
    await audit(tx, caller, {
      action: 'cancel import of records',
      dataId,
      source,
      at: clock(),
      after: { file: fileName },
    })
  })
}

/** @throws DomainError import/not-found, unit/shared, import/busy */
export async function undoImport(
  { db, clock }: SteeringParts,
  caller: Importer,
  id: number,
  heldBy?: string,
): Promise<StoredImport> {
  const { dataId, fileName, settings, counts } = await getJudged(db, caller, id)
  return change(db, caller, { id, step: 'undo' }, async (tx) => {
    await createImportStore(tx).setUndoing(id, startOf(caller, heldBy))
    const { added, replaced } = counts
    const before = { file: fileName, added, replaced }
    const source = settings?.source ?? ''
    await audit(tx, caller, { action: 'undo import of records', dataId, source, at: clock(), before })
  })
}

/** @throws DomainError import/not-found, unit/shared, import/busy */
export async function removeImport({ db }: SteeringParts, caller: Importer, id: number): Promise<void> {
  await getJudged(db, caller, id)
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
export async function getJudged(db: Db, caller: Importer, id: number): Promise<StoredImport> {
  const store = createImportStore(db)
  if (caller === undefined) return store.get(id)
  requireAdmin(caller)
  const found = await store.findInReach(id, caller.reach)
  if (found === undefined) throw new DomainError('import/not-found')
  await requireUnit(db, caller, found.dataId)
  return found
}

function reachOf(caller: Importer): readonly EntityId[] {
  return caller?.reach ?? []
}

function startOf(caller: Importer, heldBy: string | undefined): Start {
  return { starter: caller && starterOf(caller), heldBy }
}

type Change = (tx: Db, state: StoredImport['state']) => Promise<void>

/** Changes an import that no one else changes in the meantime. */
function change(
  db: Db,
  caller: Importer,
  { id, step }: { id: number; step: 'start' | 'cancel' | 'undo' },
  make: Change,
): Promise<StoredImport> {
  return db.transaction().execute(async (tx) => {
    const store = createImportStore(tx)
    const state = await store.lock(id)
    if (state === undefined) throw new DomainError('import/not-found')
    requireStep(state, step)
    await make(tx, state)
    return store.get(id, reachOf(caller))
  })
}

function audit(
  tx: Db,
  caller: Importer,
  { dataId, source, ...change }: AuditedChange & { readonly dataId: DataId; readonly source: string },
): Promise<void> {
  const subject = { kind: 'source', id: `${dataId}/${source}`, entity: caller?.entity }
  return createAuditStore(tx).recordChange({ userId: caller?.userId }, subject, change)
}
