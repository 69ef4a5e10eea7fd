import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { ImportLayout, ImportPreview, ImportSettings } from '../contract/record-imports.ts'
import { SECOND_MS } from '@fieldwatch/contract/time/durations'
import { isTimeZone } from '@fieldwatch/contract/time/time-zone'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError, invalidField } from '@fieldwatch/server/platform/errors/domain-error'
import type { ThreadPool } from '@fieldwatch/server/records/threads/thread-pool'
import { partsOf } from './describe-import.ts'
import { DESCRIBE_LOOK } from './describe-look.ts'
import { createImportStore, type StoredImport, type StoredLook } from './import-store.ts'
import { LOOK_AT_PART, type LookedAt, newLook } from './look-at-part.ts'
import { READ_HEAD } from './read-head.ts'

interface Parts {
  readonly db: Db
  readonly workers: ThreadPool
  readonly clock: () => number
}

interface Asked {
  /** Undefined: as the file looks. */
  readonly settings: ImportSettings | undefined
  /** What is known of a file without settings. */
  readonly layout?: ImportLayout | undefined
  /** The time zone of the caller. */
  readonly zone: string
}

/** The bytes from which the layout of a file is guessed. */
const HEAD_BYTES = 256 * 1024
/** After this time the rest of a file waits for the next question. */
const LOOK_MS = 2 * SECOND_MS

const decompress = promisify(zstdDecompress)

/**
 * Looks at a file, some seconds at a time, and describes it as far as it was looked at. Threads read its lines.
 * @throws DomainError import/not-text, request/invalid for an unknown time zone
 */
export async function previewImport(parts: Parts, of: StoredImport, asked: Asked): Promise<ImportPreview> {
  const { db, workers, clock } = parts
  requireZone(asked.settings?.time.zone ?? asked.zone)
  const before = await createImportStore(db).readLook(of.id)
  const bytes = await readBeginning(db, of.id)
  const { settings } = asked
  const layout =
    before?.isOtherText === true ? { encoding: 'windows-1252' as const, ...asked.layout } : (asked.layout ?? {})
  const head = await workers.run(READ_HEAD, { bytes, settings, layout, zone: asked.zone })
  const kept = before !== undefined && isSame(before.of, head.of) ? before : newStoredLook(head.of, before)
  const looked = await lookFurther(parts, of, kept)
  // The rest of the file is written otherwise than its beginning.
  const isGuessed = settings === undefined && asked.layout?.encoding === undefined
  if (looked.isOtherText && isGuessed && head.of.encoding === 'utf-8') return previewImport(parts, of, asked)
  const described = await workers.run(DESCRIBE_LOOK, {
    fileName: of.fileName,
    bytes,
    head,
    look: looked.look,
    settings,
    now: clock(),
  })
  return { ...described, looked: Math.min(1, looked.readParts / partsOf(of.fileBytes)) }
}

function newStoredLook(of: LookedAt, before: StoredLook | undefined): StoredLook {
  return { of, look: newLook(), readParts: 0, carry: '', isOtherText: before?.isOtherText ?? false }
}

function isSame(one: LookedAt, other: LookedAt): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Looks at the next parts of a file, and keeps what it has seen for the next question. */
async function lookFurther({ db, workers, clock }: Parts, of: StoredImport, before: StoredLook): Promise<StoredLook> {
  const store = createImportStore(db)
  const parts = partsOf(of.fileBytes)
  const until = clock() + LOOK_MS
  let { look, readParts, carry, isOtherText } = before
  if (readParts >= parts) return before
  do {
    const data = await store.readPart(of.id, readParts)
    if (data === undefined) throw new DomainError('import/busy')
    const bytes = Buffer.concat([Buffer.from(carry, 'base64'), await decompress(data)])
    const isLast = readParts === parts - 1
    const result = await workers.run(LOOK_AT_PART, { bytes, isLast, look, of: before.of, now: clock() })
    look = result.look
    carry = Buffer.from(result.carry).toString('base64')
    readParts += 1
    isOtherText ||= !isUtf8(bytes.subarray(0, bytes.length - result.carry.length))
  } while (readParts < parts && clock() < until && !(isOtherText && before.of.encoding === 'utf-8'))
  const looked = { of: before.of, look, readParts, carry, isOtherText }
  await store.keepLook(of.id, looked)
  return looked
}

/** @throws DomainError request/invalid for one that is not known */
export function requireZone(timeZone: string): void {
  if (!isTimeZone(timeZone)) throw invalidField('settings.time.zone', 'fields.no-time-zone')
}

/** Whole lines from the beginning of a file. */
async function readBeginning(db: Db, id: number): Promise<Buffer> {
  const data = await createImportStore(db).readPart(id, 0)
  if (data === undefined) throw new DomainError('import/busy')
  const part = await decompress(data)
  const looked = part.subarray(0, HEAD_BYTES)
  // UTF-16, workbooks and archives have zeros in them.
  if (looked.includes(0) || isGzip(looked)) throw new DomainError('import/not-text')
  const end = Math.max(looked.lastIndexOf(10), looked.includes(10) ? -1 : looked.lastIndexOf(13))
  return part.length <= HEAD_BYTES || end === -1 ? looked : looked.subarray(0, end + 1)
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}
