import { Readable } from 'node:stream'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { StoredRecord } from '#records/store/record-reader.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { type EncodedGroup, ENCODE_GROUP, MAGIC, moveGroup, type ParquetField, parquetSchema } from './parquet-group.ts'

interface Table {
  readonly fields: readonly ParquetField[]
  readonly blocks: AsyncIterable<readonly StoredRecord[]>
  /** What a reader finds beside the columns, such as units of measure. */
  readonly notes: Readonly<Record<string, string>>
  readonly workers: ThreadPool
}

/** The most rows of a group, and the most characters of their records, which bound the memory of a thread. */
const GROUP_ROWS = 16_384
const GROUP_CHARACTERS = 4 * 1024 * 1024

/**
 * Writes records as Apache Parquet, group by group, as fast as it is taken. A thread reads the fields of a group, encodes and compresses them;
 * here is only the list of groups, which is at the end of a file. A file that was cut off has none, so no program takes it for whole.
 */
export function writeParquet(table: Table): Readable {
  return Readable.from(piecesOf(table), { objectMode: false, highWaterMark: 1024 * 1024 })
}

async function* piecesOf({ fields, blocks, notes, workers }: Table): AsyncGenerator<Uint8Array> {
  const groups: EncodedGroup['group'][] = []
  let length = 0
  yield MAGIC
  for await (const rows of inGroups(blocks)) {
    const given = {
      fields,
      at: Float64Array.from(rows, ({ at }) => at),
      receivedAt: Float64Array.from(rows, ({ receivedAt }) => receivedAt),
      records: rows.map((row) => row.fields),
    }
    const { bytes, group } = await workers.run(ENCODE_GROUP, given, [given.at.buffer, given.receivedAt.buffer])
    groups.push(moveGroup(group, length))
    length += bytes.length
    yield bytes
  }
  yield endOf(fields, groups, notes)
}

async function* inGroups(blocks: Table['blocks']): AsyncGenerator<StoredRecord[]> {
  let rows: StoredRecord[] = []
  let characters = 0
  for await (const block of blocks) {
    for (const record of block) {
      rows.push(record)
      characters += record.fields.length
      if (rows.length < GROUP_ROWS && characters < GROUP_CHARACTERS) continue
      yield rows
      rows = []
      characters = 0
    }
  }
  if (rows.length > 0) yield rows
}

/** The end of a file: what is in it, and where. */
function endOf(fields: Table['fields'], groups: readonly EncodedGroup['group'][], notes: Table['notes']): Uint8Array {
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({
    writer,
    schema: parquetSchema(fields),
    createdBy: 'Fieldwatch',
    kvMetadata: Object.entries(notes).map(([key, value]) => ({ key, value })),
  })
  parquet.row_groups.push(...groups)
  parquet.num_rows = groups.reduce((sum, { num_rows: rows }) => sum + rows, 0n)
  void parquet.finish()
  return new Uint8Array(writer.getBuffer()).subarray(MAGIC.length)
}
