import { batchType, Column, float64, tableFromColumns, tableToIPC } from '@uwdata/flechette'
import type { NumberBlock } from '#records/store/record-reader.ts'

const FLOAT64 = float64()
const Float64Batch = batchType(FLOAT64)
type Float64Batch = InstanceType<typeof Float64Batch>

const EMPTY: NumberBlock = { at: new Float64Array(0), columns: [] }

/**
 * Writes a series as an Arrow IPC stream: `t`, then one column a field, all float64; NaN becomes null. Each block is a record batch. The
 * parts follow each other; most are the memory of the blocks themselves.
 */
export function encodeSeries(fields: readonly string[], blocks: readonly NumberBlock[]): Uint8Array[] {
  const batches = blocks.length === 0 ? [EMPTY] : blocks
  const columns: [string, Column<number | null>][] = [
    ['t', columnOf(batches.map(({ at }) => wholeBatchOf(at)))],
    ...fields.map((name, index): [string, Column<number | null>] => [
      name,
      columnOf(batches.map(({ at, columns }) => batchOf(columns[index] ?? new Float64Array(at.length)))),
    ]),
  ]
  const sink = new PartsSink()
  tableToIPC(tableFromColumns(columns), { format: 'stream', sink })
  return sink.parts
}

/** Collects the written parts without copying. */
class PartsSink {
  readonly parts: Uint8Array[] = []

  write(bytes: Uint8Array): void {
    this.parts.push(bytes)
  }

  pad(byteCount: number): void {
    if (byteCount > 0) this.write(new Uint8Array(byteCount))
  }

  finish(): null {
    return null
  }
}

/** Builds the column from batches as they are: flechette's builder would visit each value. */
function columnOf(batches: Float64Batch[]): Column<number | null> {
  return new Column<number | null>(batches, FLOAT64)
}

function batchOf(values: Float64Array): Float64Batch {
  // An indexed loop: with an iterator, code that is not optimised yet takes several times as long.
  for (let index = 0; index < values.length; index += 1) {
    if (Number.isNaN(values[index])) return partialBatchOf(values)
  }
  return wholeBatchOf(values)
}

/** A batch without nulls. */
function wholeBatchOf(values: Float64Array): Float64Batch {
  return new Float64Batch({
    length: values.length,
    nullCount: 0,
    type: FLOAT64,
    validity: new Uint8Array(0),
    values,
  })
}

/** A batch with a validity bitmap. */
function partialBatchOf(values: Float64Array): Float64Batch {
  const validity = new Uint8Array(Math.ceil(values.length / 8))
  let nullCount = 0
  for (let index = 0; index < values.length; index += 1) {
    if (Number.isNaN(values[index])) nullCount += 1
    else validity[index >> 3] = (validity[index >> 3] ?? 0) | (1 << (index & 7))
  }
  return new Float64Batch({ length: values.length, nullCount, type: FLOAT64, validity, values })
}
