import { zstdCompressSync } from 'node:zlib'
import { type FieldValue, toNumber } from '@fieldwatch/contract/telemetry/data'
import type { ColumnChunk, RowGroup, SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { type Done, threadTask } from '#records/threads/thread-task.ts'

/** How the values of a field are stored. */
export type ParquetKind = 'number' | 'boolean' | 'text'

export interface ParquetField {
  readonly name: string
  readonly kind: ParquetKind
}

/** Records as they are stored, to be written as one group of rows. */
interface GivenRows {
  readonly fields: readonly ParquetField[]
  /** Epoch milliseconds. */
  readonly at: Float64Array<ArrayBuffer>
  readonly receivedAt: Float64Array<ArrayBuffer>
  /** The fields of each, as JSON. */
  readonly records: readonly string[]
}

/** A group of rows, as if it stood at the beginning of a file. */
export interface EncodedGroup {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly group: RowGroup
}

/** The first bytes of a file. */
export const MAGIC = new TextEncoder().encode('PAR1')

const TIMES = ['messageUTC', 'recieveUTC'] as const

/** The columns of a file: both times of the records, then their fields. */
export function parquetSchema(fields: readonly ParquetField[]): SchemaElement[] {
  return [
    { name: 'root', num_children: TIMES.length + fields.length },
    ...TIMES.map((name): SchemaElement => ({
      name,
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
      repetition_type: 'REQUIRED',
    })),
    ...fields.map(({ name, kind }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...TYPES[kind] })),
  ]
}

const TYPES: Readonly<Record<ParquetKind, Partial<SchemaElement>>> = {
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
}

const COMPRESSORS = { ZSTD: (bytes: Uint8Array): Uint8Array => zstdCompressSync(bytes) }

export function encodeGroup({ fields, at, receivedAt, records }: GivenRows): Done<EncodedGroup> {
  const writer = new ByteWriter(1024 * 1024)
  const parquet = new ParquetWriter({
    writer,
    schema: parquetSchema(fields),
    codec: 'ZSTD',
    compressors: COMPRESSORS,
    statistics: false,
  })
  const columns = [toMoments(at), toMoments(receivedAt), ...readColumns(records, fields)]
  const names = [...TIMES, ...fields.map(({ name }) => name)]
  void parquet.write({
    columnData: columns.map((data, place) => ({ name: names[place] ?? '', data, offsetIndex: false })),
    rowGroupSize: records.length,
  })
  const bytes = new Uint8Array(writer.getBuffer()).slice(MAGIC.length)
  const [group] = parquet.row_groups
  if (group === undefined) throw new Error('A group has at least one row')
  return { result: { bytes, group }, memory: [bytes.buffer], spent: [at.buffer, receivedAt.buffer] }
}

export const ENCODE_GROUP = threadTask(import.meta.url, encodeGroup)

function toMoments(times: Float64Array): bigint[] {
  return Array.from(times, (time) => BigInt(time))
}

function readColumns(records: readonly string[], fields: readonly ParquetField[]): (FieldValue | undefined)[][] {
  const columns = fields.map((): (FieldValue | undefined)[] => Array.from({ length: records.length }))
  for (const [row, json] of records.entries()) {
    const values = JSON.parse(json) as Readonly<Record<string, FieldValue>>
    for (const [place, { name, kind }] of fields.entries()) {
      const value = Object.hasOwn(values, name) ? values[name] : null
      const column = columns[place]
      if (column !== undefined) column[row] = storedAs(kind, value ?? null)
    }
  }
  return columns
}

/** A column has one type: what is of another one is null, except that a text column takes everything. */
function storedAs(kind: ParquetKind, value: FieldValue): FieldValue {
  if (value === null) return null
  if (kind === 'text') return String(value)
  if (kind === 'boolean') return typeof value === 'boolean' ? value : null
  const number = toNumber(value)
  return Number.isNaN(number) ? null : number
}

/** The group as it is written in a file after `before` bytes of groups. */
export function moveGroup(group: RowGroup, before: number): RowGroup {
  const by = BigInt(before)
  return { ...group, columns: group.columns.map((column) => moveColumn(column, by)) }
}

function moveColumn(column: ColumnChunk, by: bigint): ColumnChunk {
  const { meta_data: meta } = column
  if (meta === undefined) return column
  const { data_page_offset: data, dictionary_page_offset: dictionary } = meta
  return {
    ...column,
    file_offset: column.file_offset + by,
    meta_data: {
      ...meta,
      data_page_offset: data + by,
      ...(dictionary === undefined ? {} : { dictionary_page_offset: dictionary + by }),
    },
  }
}
