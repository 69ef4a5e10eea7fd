import { columnFromArray, float64, tableFromColumns, tableToIPC } from '@uwdata/flechette'
import { raw, type Raw } from './answers.ts'

/** The Arrow reply of a series: times, and the values of each field. */
export function buildSeriesReply(
  times: readonly number[],
  fields: Readonly<Record<string, readonly (number | null)[]>>,
  headers: Record<string, string> = { 'x-cursor': 'a.5.' },
): Raw {
  const columns = Object.entries({ t: times, ...fields }).map(
    ([name, values]) => [name, columnFromArray([...values], float64())] as const,
  )
  const bytes = tableToIPC(tableFromColumns(columns.map(([name, column]) => [name, column])), { format: 'stream' })
  return raw(bytes?.slice() ?? '', headers)
}
