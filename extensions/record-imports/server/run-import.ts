import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { IMPORT_REFUSALS_KEPT } from '../contract/record-imports.ts'
import type { History } from '@fieldwatch/server/records/history/history'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { requireStarter } from './import-rights.ts'
import { ImportEndedError } from './import-commit-store.ts'
import { READ_PART } from './import-tasks.ts'
import { createImportStore, type StoredImport } from './import-store.ts'
import { storePart, type StoringParts, type Target } from './store-part.ts'
import { createUndoStore } from './undo-store.ts'
import { undoImport } from './undo-import.ts'

export interface ImportParts extends StoringParts {
  /** Connections for long work. */
  readonly db: Db
  /** Left out, all records are in PostgreSQL. */
  readonly history?: History | undefined
}

interface Running {
  readonly server: string
  /** Ends the work behind the part that is under way; it is gone on with later. */
  readonly signal: AbortSignal
}

const decompress = promisify(zstdDecompress)

/** Works on an import that this server holds until it is done, cancelled or left to another one. */
export async function runImport(parts: ImportParts, of: StoredImport, running: Running): Promise<void> {
  try {
    if (of.state === 'undoing') await undoImport(parts, { of, server: running.server })
    else await readFile(parts, of, running)
  } catch (error) {
    // The server that ended it has stored how.
    if (!(error instanceof ImportEndedError)) throw error
  }
}

async function readFile(parts: ImportParts, of: StoredImport, { server, signal }: Running): Promise<void> {
  const { db, clock } = parts
  const { settings } = of
  if (settings === undefined) throw new Error('An import runs without settings')
  const store = createImportStore(db)
  const isCheck = of.state === 'checking'
  const imported = await createUndoStore(db).findBrought(of.id)
  const own = new Set(imported?.arrivals)
  const joins = settings.seriesColumn !== null
  const target: Target = { importId: of.id, server, dataId: of.dataId, source: settings.source, own, joins }
  const files = await store.listParts(of.id)
  let { readParts, carry, position } = of
  let kept = await store.countRefusals(of.id)
  while (readParts < files.length) {
    if (signal.aborted) return
    await requireStarter(db, of, clock())
    const bytes = await readBytes(parts, of.id, readParts, carry)
    const read = await parts.workers.run(
      READ_PART,
      {
        bytes,
        isLast: readParts === files.length - 1,
        position,
        settings,
        now: clock(),
        mostRefusals: Math.max(0, IMPORT_REFUSALS_KEPT - kept),
      },
      [bytes.buffer],
    )
    readParts += 1
    carry = Buffer.from(read.carry)
    ;({ position } = read)
    kept += read.refusals.length
    const { lines, refused, emptied, doubled, refusals } = read
    const { unchanged } = isCheck ? { unchanged: 0 } : await storePart(parts, target, read)
    const counts = { lines, refused, emptied, doubled, unchanged }
    if (!(await store.advance(of.id, server, { readParts, carry: read.carry, position, counts, refusals }))) return
  }
  if (isCheck) await store.setChecked(of.id)
  else await store.finish(of.id, { server, now: clock(), joins })
}

/** The rest of the part before and a part of the file, in memory of their own. */
async function readBytes(
  { db }: ImportParts,
  id: number,
  part: number,
  carry: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const data = await createImportStore(db).readPart(id, part)
  if (data === undefined) throw new ImportEndedError('The file of the import is gone')
  const bytes = await decompress(data)
  const whole = new Uint8Array(carry.length + bytes.length)
  whole.set(carry)
  whole.set(bytes, carry.length)
  return whole
}
