import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { ImportPreview } from '@fieldwatch/contract/telemetry/record-imports'
import { isTimeZone } from '@fieldwatch/contract/time/time-zone'
import type { Db } from '#platform/database/database.ts'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { createImportStore, type StoredImport } from './import-store.ts'
import { type FileBeginning, PREVIEW } from './preview-lines.ts'

interface Parts {
  readonly db: Db
  readonly workers: ThreadPool
}

/** What is looked at of a file. */
const LOOKED_AT_BYTES = 256 * 1024

const decompress = promisify(zstdDecompress)

/**
 * Tells how the first lines of a file would be stored. A thread reads them, because they may be made to take long.
 * @throws DomainError import/not-text, request/invalid for an unknown time zone
 */
export async function previewImport(
  { db, workers }: Parts,
  { id, fileName }: StoredImport,
  asked: Omit<FileBeginning, 'bytes' | 'fileName'>,
): Promise<ImportPreview> {
  requireZone(asked.settings?.time.zone ?? asked.zone)
  return workers.run(PREVIEW, { ...asked, fileName, bytes: await readBeginning(db, id) })
}

/** @throws DomainError request/invalid for one that is not known */
export function requireZone(timeZone: string): void {
  if (!isTimeZone(timeZone)) throw invalidField('settings.time.zone', 'There is no such time zone.')
}

/** Whole lines from the beginning of a file. */
async function readBeginning(db: Db, id: number): Promise<Buffer> {
  const data = await createImportStore(db).readPart(id, 0)
  if (data === undefined) throw new DomainError('import/busy')
  const part = await decompress(data)
  const looked = part.subarray(0, LOOKED_AT_BYTES)
  // UTF-16, workbooks and archives have zeros in them.
  if (looked.includes(0) || isGzip(looked)) throw new DomainError('import/not-text')
  const end = looked.lastIndexOf(10)
  return part.length <= LOOKED_AT_BYTES || end === -1 ? looked : looked.subarray(0, end + 1)
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}
