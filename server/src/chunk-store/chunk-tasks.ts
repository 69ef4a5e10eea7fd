import { type DecodedBody, decodeBody, type ExceedingBody } from '#ingest/decode-body.ts'
import {
  memoryOfPacked,
  memoryOfSourceRecords,
  type PackedColumns,
  packRecords,
  type SourceRecords,
  unpackStretch,
} from '#ingest/source-records.ts'
import { type EncodedStretch, encodeStretch, memoryOfStretch, type NewStretch } from './encode-stretch.ts'
import type { StoredRecord } from '#telemetry/record-reader.ts'
import { memoryOfBlocks } from './packed-part.ts'
import { pickRecords, type PickedPlaces, type SelectedRecord, type Selection, selectRecords } from './select-records.ts'
import { memoryOfChunk, memoryOfRecords } from './packed-chunk.ts'
import { memoryOfRebuilt, rebuildChunks, type Rebuild, type RebuiltChunk } from './rebuild-chunks.ts'

/** What is done in a thread of its own: what each task is given, and what it returns. */
export interface ChunkTasks {
  rebuild: { given: Rebuild; result: RebuiltChunk[] }
  decode: { given: NewBody; result: PackedBody | ExceedingBody }
  encode: { given: NewEncoding; result: EncodedStretch }
  select: { given: Selection; result: SelectedRecord[] }
  pick: { given: PickedPlaces; result: StoredRecord[] }
}

/** A body of a unit as it came; without a source it has several. */
export interface NewBody {
  readonly body: Uint8Array<ArrayBuffer>
  readonly source: string | undefined
  readonly now: number
}

/** A decoded body on its way between threads. */
export interface PackedBody extends Omit<DecodedBody, 'sources'> {
  readonly sources: readonly SourceRecords[]
}

/** A packed stretch, whose times are moved by so many milliseconds. */
export interface NewEncoding extends Omit<NewStretch, 'at' | 'columns'> {
  readonly packed: PackedColumns
  readonly later: number
}

export type TaskName = keyof ChunkTasks

interface Done<Result> {
  readonly result: Result
  /** Memory that is handed over with the result. */
  readonly memory: ArrayBuffer[]
  /** Memory of what was given that nobody needs any more. */
  readonly spent: readonly ArrayBuffer[]
}

type Task<Name extends TaskName> = (given: ChunkTasks[Name]['given']) => Done<ChunkTasks[Name]['result']>

export const TASKS: { readonly [Name in TaskName]: Task<Name> } = {
  rebuild: (given) => {
    const result = rebuildChunks(given)
    return { result, memory: memoryOfRebuilt(result), spent: given.chunks.flatMap(memoryOfChunk) }
  },
  decode: ({ body, source, now }) => {
    const result = decodeBody(Buffer.from(body.buffer, body.byteOffset, body.byteLength), source, now)
    if ('exceeds' in result) return { result, memory: [], spent: [body.buffer] }
    const sources = result.sources.map(packRecords)
    const memory = sources.flatMap(memoryOfSourceRecords)
    // What is handed over is not here any more.
    const spent = [body.buffer, ...result.sources.flatMap(memoryOfRecords)]
    return { result: { ...result, sources }, memory, spent }
  },
  encode: ({ packed, later, occupied, keepsLast }) => {
    const stretch = unpackStretch(packed, later)
    const result = encodeStretch({ ...stretch, occupied, keepsLast })
    return { result, memory: memoryOfStretch(result), spent: memoryOfPacked(packed) }
  },
  select: (given) => ({ result: selectRecords(given), memory: [], spent: memoryOfBlocks(given.part.chunk) }),
  pick: (given) => ({ result: pickRecords(given), memory: [], spent: memoryOfBlocks(given.blocks) }),
}
