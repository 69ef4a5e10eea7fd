import type { DataId } from '@fieldwatch/contract/ids'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { spanOf, type ChartWindow } from '#charts/chart-window.ts'
import { TimeChart } from '#charts/time-chart.tsx'
import { DEFAULT_CHART_RANGE, rangeLengthMs, type ChartRange } from '#time-range/chart-ranges.ts'
import { formatMoment, type TimeFormat } from '#time-range/moment-text.ts'
import { chartStateText, type SourceProgress } from './chart-state.ts'
import { DownloadButton } from './download-button.tsx'
import { RangeButtons } from './range-buttons.tsx'
import type { FedChart } from './source-feed.tsx'
import { useDetail } from './use-detail.ts'
import classes from './chart-panel.module.css'

interface ChartPanelProps extends FedChart {
  dataId: DataId
  /** How far its sources are. */
  sources: readonly SourceProgress[]
  reduced: boolean
  range: ChartRange
  onRange: (range: ChartRange) => void
  timeFormat: TimeFormat
}

/** What to expect, beside the texts that the specification has. */
const HINTS: Record<string, string> = {
  'N/A': 'No values in the last 24 hours. New ones are drawn as they come.',
  'This data does not exist': 'The unit has not sent any yet. They are drawn as soon as it does.',
}

/** One chart with its range and its download. */
export function ChartPanel({ dataId, chart, store, sources, reduced, range, onRange, timeFormat }: ChartPanelProps) {
  const [custom, setCustom] = useState<ChartWindow & { kind: 'custom' }>()
  const window = useMemo<ChartWindow>(
    () => custom ?? { kind: 'rolling', lengthMs: rangeLengthMs(range) },
    [custom, range],
  )
  const hasValues = useSyncExternalStore(store.subscribe, () => store.data().x.length > 0)
  useDetail({ dataId, chart, store, window, reduced })
  const note = chartStateText(sources, { hasValues })

  function select(next: ChartRange): void {
    setCustom(undefined)
    if (next !== range) onRange(next)
  }

  return (
    <section className={classes['panel']} aria-label={chart.title}>
      <div className={classes['head']}>
        <h2 className={classes['title']} title={chart.title}>
          {chart.title}
        </h2>
        {custom !== undefined && (
          <span className={classes['custom']}>
            {formatMoment(custom.from, timeFormat)} – {formatMoment(custom.to, timeFormat)}
          </span>
        )}
        <div className={classes['tools']}>
          <RangeButtons selected={custom === undefined ? range : undefined} onSelect={select} title={chart.title} />
          <DownloadButton
            dataId={dataId}
            title={chart.title}
            label={`Download ${chart.title} as CSV`}
            lines={chart.lines}
            span={() => spanOf(window, Date.now())}
          />
        </div>
      </div>
      <div className={classes['drawing']}>
        <TimeChart
          title={chart.title}
          lines={chart.lines}
          feed={store}
          window={window}
          onWindow={(next) => {
            if (next.kind === 'custom') setCustom(next)
            else select(DEFAULT_CHART_RANGE)
          }}
          timeFormat={timeFormat}
          syncKey={`time-series ${dataId}`}
        />
        {note !== undefined && (
          <output className={classes['note']}>
            {note}
            {note in HINTS && <span>{HINTS[note]}</span>}
          </output>
        )}
      </div>
    </section>
  )
}
