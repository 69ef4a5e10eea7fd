import { decodeColumn } from '#records/chunks/column.ts'
import { decodeArrivals, decodeTimes } from '#records/chunks/times.ts'
import type { StoredRecord } from './record-reader.ts'
import { blockLabel, type ChunkDescription } from './chunk-description.ts'
import type { ClosedRange } from './chunk-store.ts'
import { type BlockStore, complete, type DecodedChunk, readBlocks, readTimeBlocks } from './decoded-chunk.ts'
import type { PackedRows } from './rebuild-chunks.ts'
import { mergeStretches, type Stretch, stretchOfChunk, stretchOfRows, within } from './stretch.ts'
import type { Part } from './walk.ts'

/** Part of a source on its way to another thread: rows, and the sealed blocks of the chunk. */
export interface PackedPart {
  readonly sourceKey: number
  readonly chunk: PackedBlocks | undefined
  readonly rows: PackedRows
  readonly range: ClosedRange
}

/** Blocks of a chunk in memory of their own. */
export interface PackedBlocks {
  readonly description: ChunkDescription
  readonly times: Uint8Array<ArrayBuffer>
  /** Undefined when all records arrived at once. */
  readonly arrivals: Uint8Array<ArrayBuffer> | undefined
  readonly columns: readonly { readonly field: string; readonly values: Uint8Array<ArrayBuffer> }[]
}

interface Source {
  readonly store: BlockStore
  readonly sourceKey: number
}

/** Reads the blocks that some fields of a part need. Throws DamagedBlockError when one is missing. */
export async function packPart(
  source: Source,
  { chunk, rows, range }: Part,
  fields: readonly string[],
): Promise<PackedPart> {
  return {
    sourceKey: source.sourceKey,
    chunk: chunk && (await packBlocks(source, chunk, fields)),
    rows: packRows(rows),
    range,
  }
}

/** Reads the times of a chunk and some of its columns. Throws DamagedBlockError when a block is missing. */
export async function packBlocks(
  { store, sourceKey }: Source,
  description: ChunkDescription,
  fields: readonly string[],
): Promise<PackedBlocks> {
  const { times, arrivals } = await readTimeBlocks(store, sourceKey, description)
  const columns = await readBlocks(store, { sourceKey, description, fields: [...new Set(fields)] })
  return {
    description,
    times: new Uint8Array(times),
    arrivals: arrivals && new Uint8Array(arrivals),
    columns: Array.from(columns, ([field, values]) => ({ field, values: new Uint8Array(values) })),
  }
}

/** The memory of blocks to transfer. */
export function memoryOfBlocks(blocks: PackedBlocks | undefined): ArrayBuffer[] {
  if (blocks === undefined) return []
  const { times, arrivals, columns } = blocks
  return [
    times.buffer,
    ...(arrivals === undefined ? [] : [arrivals.buffer]),
    ...columns.map(({ values }) => values.buffer),
  ]
}

/** The records of a part, with the columns that it has. Throws DamagedBlockError. */
export function unpackPart({ sourceKey, chunk, rows, range }: PackedPart): Stretch {
  const later = stretchOfRows(unpackRows(rows))
  return chunk === undefined ? later : within(mergeStretches(unpackBlocks(sourceKey, chunk), later), range)
}

/** The records of a chunk, with the columns that it has. Throws DamagedBlockError. */
export function unpackBlocks(sourceKey: number, blocks: PackedBlocks): Stretch {
  const { description } = blocks
  const { startAt, count, firstReceivedAt } = description
  const timesLabel = blockLabel(sourceKey, startAt, 'times')
  const at = complete(decodeTimes(Buffer.from(blocks.times.buffer), timesLabel), count, timesLabel)
  const receivedAt =
    blocks.arrivals === undefined
      ? new Float64Array(count).fill(firstReceivedAt)
      : decodeArrivals(Buffer.from(blocks.arrivals.buffer), at, blockLabel(sourceKey, startAt, 'arrivals'))
  const columns: DecodedChunk['columns'] = new Map()
  for (const { field, values } of blocks.columns) {
    const label = blockLabel(sourceKey, startAt, field)
    columns.set(field, complete(decodeColumn(Buffer.from(values.buffer), label), count, label))
  }
  return stretchOfChunk({ description, at, receivedAt, columns }, async () => undefined)
}

function packRows(rows: readonly StoredRecord[]): PackedRows {
  return {
    at: Float64Array.from(rows, ({ at }) => at),
    receivedAt: Float64Array.from(rows, ({ receivedAt }) => receivedAt),
    json: rows.map(({ fields }) => fields).join('\n'),
  }
}

function unpackRows({ at, receivedAt, json }: PackedRows): StoredRecord[] {
  const lines = json.split('\n')
  return Array.from(at, (time, index) => ({
    at: time,
    receivedAt: receivedAt[index] ?? 0,
    fields: lines[index] ?? '{}',
  }))
}
