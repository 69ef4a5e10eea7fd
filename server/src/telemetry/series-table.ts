import { batchType, Column, float64, tableFromColumns, tableToIPC } from '@uwdata/flechette'
import type { SeriesTable } from './series.ts'

const FLOAT64 = float64()
const Float64Batch = batchType(FLOAT64)

/** Writes a series as an Arrow IPC stream: `t`, then one column a field, all float64; NaN becomes null. */
export function encodeSeries(fields: readonly string[], { t, columns }: SeriesTable): Uint8Array {
  const named: [string, Column<number | null>][] = [['t', columnOf(t)]]
  for (const [index, name] of fields.entries())
    named.push([name, columnOf(columns[index] ?? new Float64Array(t.length))])
  const bytes = tableToIPC(tableFromColumns(named), { format: 'stream' })
  if (bytes === null) throw new Error('Arrow wrote nothing')
  return bytes
}

/** One batch over the values as they are: flechette's own builder would look at each of them. */
function columnOf(values: Float64Array): Column<number | null> {
  const { validity, nullCount } = validityOf(values)
  const batch = new Float64Batch({ length: values.length, nullCount, type: FLOAT64, validity, values })
  return new Column<number | null>([batch], FLOAT64)
}

/** A bit for each value that is there; none at all when every value is. */
function validityOf(values: Float64Array): { validity: Uint8Array; nullCount: number } {
  const validity = new Uint8Array(Math.ceil(values.length / 8))
  let nullCount = 0
  for (let index = 0; index < values.length; index += 1) {
    if (Number.isNaN(values[index])) nullCount += 1
    else validity[index >> 3] = (validity[index >> 3] ?? 0) | (1 << (index & 7))
  }
  return { validity: nullCount === 0 ? new Uint8Array(0) : validity, nullCount }
}
