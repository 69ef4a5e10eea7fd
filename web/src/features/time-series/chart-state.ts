import { hasCode } from '#api/api-error.ts'
import type { LiveSeries } from './series-queries.ts'

/** How far the sources of a chart are. */
export interface SourceProgress {
  readonly data: Pick<LiveSeries, 'missing'> | undefined
  readonly error: unknown
  /** The live stream has sent all that it had. */
  readonly loaded: boolean
}

/** What stands over a chart that has nothing to draw, word for word as specified; undefined when it can be drawn. */
export function chartStateText(
  sources: readonly SourceProgress[],
  { hasValues }: { hasValues: boolean },
): string | undefined {
  const errors = sources.flatMap(({ error }) => (error === null || error === undefined ? [] : [error]))
  if (errors.some((error) => hasCode(error, 'unit/not-found'))) return 'Device not found'
  if (hasValues) return undefined
  if (errors.length > 0) return 'Error finding value'
  if (sources.some(({ data, loaded }) => data === undefined || (!loaded && !data.missing))) return 'retrieving data...'
  if (sources.length > 0 && sources.every(({ data }) => data?.missing === true)) return 'This data does not exist'
  return 'N/A'
}
