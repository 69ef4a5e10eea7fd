import { hasCode } from '#platform/api/api-error.ts'
import type { SeriesData } from '#shared/charts/series-buffer.ts'
import { shownText } from '#shared/charts/value-text.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { PlannedLine } from './chart-plan.ts'
import type { LoadedSeries } from './series-queries.ts'
import { t } from './texts.ts'

/** The progress of the sources of a chart. */
export interface SourceProgress {
  readonly data: Pick<LoadedSeries, 'missing' | 'latest'> | undefined
  readonly error: unknown
  /** Everything before live records has arrived. */
  readonly loaded: boolean
}

/** What a chart has to draw: nothing, records of which none has a number, or numbers. */
type ChartContent = 'nothing' | 'no-numbers' | 'numbers'

export function contentOf({ x, columns }: SeriesData): ChartContent {
  if (x.length === 0) return 'nothing'
  return columns.some((column) => column.some((value) => !Number.isNaN(value))) ? 'numbers' : 'no-numbers'
}

type ChartState = 'unit-not-found' | 'failed' | 'loading' | 'missing' | 'empty'

/** The state of a chart without content; undefined when it can be drawn. */
function chartState(
  sources: readonly SourceProgress[],
  { content }: { content: ChartContent },
): ChartState | undefined {
  const errors = sources.flatMap(({ error }) => (error === null || error === undefined ? [] : [error]))
  if (errors.some((error) => hasCode(error, 'unit/not-found'))) return 'unit-not-found'
  if (content === 'numbers') return undefined
  if (errors.length > 0) return 'failed'
  if (sources.some(({ data, loaded }) => data === undefined || (!loaded && !data.missing))) return 'loading'
  return sources.length > 0 && sources.every(({ data }) => data?.missing === true) ? 'missing' : 'empty'
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
  const state = chartState(request.sources, request)
  if (state === undefined) return undefined
  const text = t(`time-series.state.${state}`)
  if (state === 'missing') return { text, hint: t('time-series.state.missing.hint') }
  return state === 'empty' ? { text, ...emptyHint(request) } : { text }
}

function emptyHint({ lines, sources, content, live, timeFormat }: NoteRequest): Omit<ChartNote, 'text'> {
  if (content === 'no-numbers') return { hint: t('time-series.state.empty.text') }
  if (!live) return { hint: t('time-series.state.empty.range') }
  const known = sources.flatMap(({ data }) => data?.latest ?? [])
  const newest = known.toSorted((a, b) => b.record.messageUTC.localeCompare(a.record.messageUTC))[0]
  if (newest === undefined) return { hint: t('time-series.state.empty.live') }
  const values = lines.flatMap(({ source, field, label, measure }) => {
    const value = source === newest.source ? newest.record[field] : undefined
    return typeof value === 'number' ? [`${label} ${shownText(value, measure)}`] : []
  })
  const latestAt = Date.parse(newest.record.messageUTC)
  const at = formatMoment(latestAt, timeFormat)
  return { hint: t('time-series.state.empty.latest', { latest: [...values, at].join(', ') }), latestAt }
}
