import { type DecodedBody, decodeBody } from '#ingest/decode-body.ts'
import { type EncodedStretch, encodeStretch, memoryOfStretch, type NewStretch } from './encode-stretch.ts'
import { memoryOfChunk, memoryOfRecords } from './packed-chunk.ts'
import { memoryOfRebuilt, rebuildChunks, type Rebuild, type RebuiltChunk } from './rebuild-chunks.ts'

/** What is done in a thread of its own: what each task is given, and what it returns. */
export interface ChunkTasks {
  rebuild: { given: Rebuild; result: RebuiltChunk[] }
  decode: { given: NewBody; result: DecodedBody | { readonly unsuited: Uint8Array<ArrayBuffer> } }
  encode: { given: NewStretch; result: EncodedStretch }
}

/** A body of a unit as it came; without a source it has several. */
export interface NewBody {
  readonly body: Uint8Array<ArrayBuffer>
  readonly source: string | undefined
  readonly now: number
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
    if (result === undefined) return { result: { unsuited: body }, memory: [body.buffer], spent: [] }
    return { result, memory: result.sources.flatMap(memoryOfRecords), spent: [body.buffer] }
  },
  encode: (given) => {
    const result = encodeStretch(given)
    return { result, memory: memoryOfStretch(result), spent: memoryOfRecords(given) }
  },
}
