import { type EncodedStretch, encodeStretch, memoryOfStretch, type NewStretch } from '#records/store/encode-stretch.ts'
import { memoryOfRecords } from '#records/store/packed-chunk.ts'
import { withoutSecretsInBody } from './without-secrets.ts'
import { type Done, threadTask } from '#records/threads/thread-task.ts'
import { type DecodedBody, decodeBody, type ExceedingBody } from './decode-body.ts'
import {
  memoryOfPacked,
  memoryOfSourceRecords,
  type PackedColumns,
  packRecords,
  type SourceRecords,
  unpackStretch,
} from './source-records.ts'

/** A body of a unit as it came; without a source it has several. */
interface NewBody {
  readonly body: Uint8Array<ArrayBuffer>
  readonly source: string | undefined
  readonly now: number
  /** The hash of the unit's token; the token is not decoded. */
  readonly tokenHash?: Uint8Array | undefined
}

/** A decoded body on its way between threads. */
export interface PackedBody extends Omit<DecodedBody, 'sources'> {
  readonly sources: readonly SourceRecords[]
}

/** A packed stretch whose times are shifted by so many milliseconds. */
interface NewEncoding extends Omit<NewStretch, 'at' | 'columns'> {
  readonly packed: PackedColumns
  readonly later: number
}

export function decode({ body, source, now, tokenHash }: NewBody): Done<PackedBody | ExceedingBody> {
  const sent = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const result = decodeBody(withoutSecretsInBody(sent, tokenHash && Buffer.from(tokenHash)), source, now)
  if ('exceeds' in result) return { result, memory: [], spent: [body.buffer] }
  const sources = result.sources.map(packRecords)
  const memory = sources.flatMap(memoryOfSourceRecords)
  // Transferred memory cannot be released here.
  const spent = [body.buffer, ...result.sources.flatMap(memoryOfRecords)]
  return { result: { ...result, sources }, memory, spent }
}

/** An encoded stretch, and what it was made from, for another attempt. */
interface NewEncoded extends EncodedStretch {
  readonly packed: PackedColumns
}

export function encode({ packed, later, occupied, keepsLast }: NewEncoding): Done<NewEncoded> {
  const stretch = unpackStretch(packed, later)
  const encoded = encodeStretch({ ...stretch, occupied, keepsLast })
  return { result: { ...encoded, packed }, memory: [...memoryOfStretch(encoded), ...memoryOfPacked(packed)], spent: [] }
}

export const DECODE = threadTask(import.meta.url, decode)
export const ENCODE = threadTask(import.meta.url, encode)
