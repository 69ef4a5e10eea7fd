import { hasCode } from '#platform/api/api-error.ts'
import type { SeriesData } from '#shared/charts/series-buffer.ts'
import { shownText } from '#shared/charts/value-text.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { PlannedLine } from './chart-plan.ts'
import type { LoadedSeries } from './series-queries.ts'

/** The progress of the sources of a chart. */
export interface SourceProgress {
  readonly data: Pick<LoadedSeries, 'missing' | 'latest'> | undefined
  readonly error: unknown
  /** Everything before live records has arrived. */
  readonly loaded: boolean
}

/** What a chart has to draw: nothing, records of which none has a number, or numbers. */
export type ChartContent = 'nothing' | 'no numbers' | 'numbers'

export function contentOf({ x, columns }: SeriesData): ChartContent {
  if (x.length === 0) return 'nothing'
  return columns.some((column) => column.some((value) => !Number.isNaN(value))) ? 'numbers' : 'no numbers'
}

/** The text over a chart without content, as specified; undefined when it can be drawn. */
export function chartStateText(
  sources: readonly SourceProgress[],
  { content }: { content: ChartContent },
): string | undefined {
  const errors = sources.flatMap(({ error }) => (error === null || error === undefined ? [] : [error]))
  if (errors.some((error) => hasCode(error, 'unit/not-found'))) return 'Device not found'
  if (content === 'numbers') return undefined
  if (errors.length > 0) return 'Error finding value'
  if (sources.some(({ data, loaded }) => data === undefined || (!loaded && !data.missing))) return 'retrieving data...'
  if (sources.length > 0 && sources.every(({ data }) => data?.missing === true)) return 'This data does not exist'
  return 'N/A'
}

export interface ChartNote {
  readonly text: string
  readonly hint?: string
  /** When the latest value was, where live mode is too late for it. */
  readonly latestAt?: number
}

interface NoteRequest {
  lines: readonly Pick<PlannedLine, 'label' | 'measure' | 'field' | 'source'>[]
  sources: readonly SourceProgress[]
  content: ChartContent
  live: boolean
  timeFormat: TimeFormat
}

/** The text over a chart with what to expect. */
export function chartNote(request: NoteRequest): ChartNote | undefined {
  const text = chartStateText(request.sources, request)
  if (text === undefined) return undefined
  if (text === 'This data does not exist') {
    return { text, hint: 'The unit has not sent any yet. They are drawn as soon as it does.' }
  }
  return text === 'N/A' ? { text, ...emptyHint(request) } : { text }
}

function emptyHint({ lines, sources, content, live, timeFormat }: NoteRequest): Omit<ChartNote, 'text'> {
  if (content === 'no numbers')
    return { hint: 'These records hold no numbers in these fields, such as only text. Numbers are drawn.' }
  if (!live) return { hint: 'No values in this range.' }
  const known = sources.flatMap(({ data }) => data?.latest ?? [])
  const newest = known.toSorted((a, b) => b.record.messageUTC.localeCompare(a.record.messageUTC))[0]
  if (newest === undefined) return { hint: 'No values in the last 24 hours. New ones are drawn as they come.' }
  const values = lines.flatMap(({ source, field, label, measure }) => {
    const value = source === newest.source ? newest.record[field] : undefined
    return typeof value === 'number' ? [`${label} ${shownText(value, measure)}`] : []
  })
  const latestAt = Date.parse(newest.record.messageUTC)
  const at = formatMoment(latestAt, timeFormat)
  return { hint: `No values in the last 24 hours. The latest known: ${[...values, at].join(', ')}.`, latestAt }
}
