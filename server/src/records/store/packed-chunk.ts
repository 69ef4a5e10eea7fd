import type { Chunk, ChunkRecords } from '#records/chunks/chunk.ts'

/** A chunk on its way between threads: every block has memory of its own, which is transferred and not copied. */
export interface PackedChunk {
  readonly startAt: number
  readonly endAt: number
  readonly count: number
  readonly times: Uint8Array<ArrayBuffer>
  readonly arrivals: Uint8Array<ArrayBuffer>
  readonly columns: readonly PackedColumn[]
}

interface PackedColumn {
  readonly field: string
  readonly values: Uint8Array<ArrayBuffer>
  readonly summaries: readonly { readonly bucketMs: number; readonly block: Uint8Array<ArrayBuffer> }[]
}

export function packChunk({ startAt, endAt, count, times, arrivals, columns }: Chunk): PackedChunk {
  return {
    startAt,
    endAt,
    count,
    times: new Uint8Array(times),
    arrivals: new Uint8Array(arrivals),
    columns: Array.from(columns, ([field, { values, summaries }]) => ({
      field,
      values: new Uint8Array(values),
      summaries: summaries.map(({ bucketMs, block }) => ({ bucketMs, block: new Uint8Array(block) })),
    })),
  }
}

export function unpackChunk({ startAt, endAt, count, times, arrivals, columns }: PackedChunk): Chunk {
  return {
    startAt,
    endAt,
    count,
    times: bufferOf(times),
    arrivals: bufferOf(arrivals),
    columns: new Map(
      columns.map(({ field, values, summaries }) => [
        field,
        {
          values: bufferOf(values),
          summaries: summaries.map(({ bucketMs, block }) => ({ bucketMs, block: bufferOf(block) })),
        },
      ]),
    ),
  }
}

/** The memory of a chunk to transfer. */
export function memoryOfChunk({ times, arrivals, columns }: PackedChunk): ArrayBuffer[] {
  return [
    times.buffer,
    arrivals.buffer,
    ...columns.flatMap(({ values, summaries }) => [values.buffer, ...summaries.map(({ block }) => block.buffer)]),
  ]
}

/** The memory of columns without gaps to transfer. */
export function memoryOfRecords({ at, columns }: Pick<ChunkRecords, 'at' | 'columns'>): ArrayBuffer[] {
  const buffers = [at, ...columns.values()]
    .filter((values) => values instanceof Float64Array)
    .map(({ buffer }) => buffer)
  return [...new Set(buffers.filter((buffer) => buffer instanceof ArrayBuffer))]
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
