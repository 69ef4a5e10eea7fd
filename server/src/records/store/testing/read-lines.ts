import type { DrawnPoints } from '#records/chunks/m4.ts'
import type { RecordReader, SeriesRequest } from '../record-reader.ts'

/** A series as lines, whether every record is in it or not. */
export interface Lines {
  readonly complete: boolean
  /** One for each field that was asked for. */
  readonly fields: readonly DrawnPoints[]
}

export async function readLines(reader: RecordReader, sourceKey: number, request: SeriesRequest): Promise<Lines> {
  const series = await reader.readSeries(sourceKey, request)
  if (!series.complete) return series
  const { blocks } = series
  const at = concat(blocks.map((block) => block.at))
  const fields = request.fields.map((_, index) => ({
    at,
    values: concat(blocks.map((block) => block.columns[index] ?? new Float64Array(0))),
  }))
  return { complete: true, fields }
}

function concat(parts: readonly Float64Array[]): Float64Array {
  return Float64Array.from(parts.flatMap((part) => [...part]))
}
