import { type Comparison, isComparedDay } from '@fieldwatch/contract/comparisons/comparison-names'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { Button } from '@mantine/core'
import { formatDate } from '@fieldwatch/contract/time/moment-text'
import { useMemo, useSyncExternalStore } from 'react'
import { Slot } from '#platform/extensions/slot.tsx'
import type { AxisRoom } from '#shared/charts/axis-room.ts'
import { LIVE_WINDOW_MS, spanOf } from '#shared/charts/chart-window.ts'
import type { ChartMarks } from '#shared/charts/chart-marks.ts'
import type { HiddenLines } from '#shared/charts/hidden-lines.ts'
import { useReplay } from '#shared/moment/replay-context.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { TimeChart } from '#shared/charts/time-chart.tsx'
import type { VerticalLineStore } from '#shared/charts/vertical-line.ts'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { sharedRangeOf } from '#shared/time-range/shared-range.ts'
import { WidgetTools } from '#shared/widgets/settings/widget-tools.tsx'
import { portalNow } from '#platform/time/portal-clock.ts'
import type { UnitNote } from '#platform/extensions/unit-notes.ts'
import { chartNote, contentOf, type SourceProgress } from './chart-state.ts'
import { ChartFigures } from './chart-figures.tsx'
import type { ChartStore } from './chart-store.ts'
import { DownloadButton } from './download-button.tsx'
import { marksOf } from './event-marks.ts'
import type { FedChart } from './source-feed.tsx'
import type { ShownMarks } from './use-shown-events.ts'
import type { ChartView } from './use-chart-view.ts'
import type { PeriodComparison } from './use-comparison.ts'
import { useChartNotes } from './use-shown-notes.ts'
import { useDetail } from './use-detail.ts'
import classes from './chart-panel.module.css'
import { t } from './texts.ts'

interface ChartPanelProps extends FedChart {
  dataId: DataId
  /** Its place among the charts of the template. */
  position: number
  /** The progress of its sources. */
  sources: readonly SourceProgress[]
  /** There are more records than points. */
  reduced: boolean
  hidden: HiddenLines
  /** A chart of the page has an axis to the right. */
  room: AxisRoom
  view: ChartView
  comparison: PeriodComparison
  /** What its lines are compared with. */
  compared: ChartStore | undefined
  /** The occurrences that are shaded, or when an alert was triggered. */
  shown: ShownMarks | undefined
  /** On the unit. */
  notes: readonly UnitNote[]
  verticalLine: VerticalLineStore
  timeFormat: TimeFormat
}

const NO_MARKS: ChartMarks = { bands: [], limit: undefined }

/** One chart with its download. */
export function ChartPanel(props: ChartPanelProps) {
  const { dataId, position, chart, store, sources, reduced, hidden, room, view, comparison, compared, shown } = props
  const { notes, verticalLine, timeFormat } = props
  const { window, extent, zoom, knownAt } = view
  const content = useSyncExternalStore(store.subscribe, () => contentOf(store.data()))
  const { unit } = useUnit()
  const isPast = useReplay() !== undefined
  const { from, to } = spanOf(extent, 0)
  useDetail({ dataId, chart, store, window, knownAt, reduced, lengthMs: to - from })
  const flags = useChartNotes(notes, chart.lines)
  const marks = useMemo(
    () => ({ ...(shown === undefined ? NO_MARKS : marksOf(shown, shown.comparison, chart.lines)), notes: flags }),
    [shown, chart.lines, flags],
  )
  const note = chartNote({ lines: chart.lines, sources, content, live: view.history === undefined, timeFormat })

  return (
    <section className={classes['panel']} aria-label={chart.title}>
      <div className={classes['head']}>
        <h2 className={classes['title']} title={chart.title}>
          {chart.title}
        </h2>
        <div className={classes['tools']}>
          <DownloadButton
            dataId={dataId}
            title={chart.title}
            label={t('time-series.download.one', { title: chart.title })}
            lines={chart.lines}
            hidden={hidden.keys}
            span={() => spanOf(window, portalNow())}
            compared={comparison.chosen && { comparison: comparison.chosen, view }}
            knownAt={view.knownAt}
            hasNotes={flags.length > 0}
            place="chart"
          />
          {isPast ? undefined : (
            <Slot
              name="chart.tool"
              of={{
                chart: chart.title,
                isEmpty: chart.lines.length === 0,
                comparison: comparison.chosen,
                look: { variant: 'subtle', color: 'gray', className: classes['tool'] ?? '' },
              }}
            />
          )}
          {isPast ? undefined : (
            <Slot
              name="screen.share"
              of={{
                name: chart.title,
                thing: () => ({
                  kind: 'chart',
                  dataId: unit.dataID,
                  unitName: unit.friendlyName,
                  chart: chart.title,
                  range: sharedRangeOf(view.history === undefined ? window : extent),
                }),
                className: classes['tool'],
              }}
            />
          )}
          <WidgetTools place={{ kind: 'charts', index: position }} title={chart.title} />
        </div>
      </div>
      <div className={classes['drawing']}>
        <TimeChart
          title={chart.title}
          lines={chart.lines}
          feed={store}
          hidden={hidden}
          room={room}
          window={window}
          extent={extent}
          onWindow={zoom}
          marks={marks}
          compared={compared}
          comparedWith={comparison.chosen && comparisonText(comparison.chosen)}
          timeFormat={timeFormat}
          syncKey={`time-series ${dataId}`}
          verticalLine={verticalLine}
        />
        {note !== undefined && (
          <output className={classes['note']}>
            {note.text}
            {note.hint !== undefined && <span>{note.hint}</span>}
            {note.latestAt === undefined ? undefined : (
              <ShowLatest at={note.latestAt} onShow={(from, to) => view.viewHistory({ kind: 'fixed', from, to })} />
            )}
          </output>
        )}
      </div>
      {comparison.chosen === undefined ? undefined : (
        <ChartFigures
          dataId={dataId}
          title={chart.title}
          lines={chart.lines}
          hidden={hidden.keys}
          comparison={comparison}
          chosen={comparison.chosen}
          view={view}
          limit={marks.limit}
          timeFormat={timeFormat}
        />
      )}
    </section>
  )
}

/** What the charts are compared with, as a tooltip says it. */
function comparisonText(chosen: Comparison): string {
  return isComparedDay(chosen)
    ? t('time-series.compare.since', { day: formatDate(Date.parse(chosen), { timeZone: 'UTC' }) })
    : t(`time-series.compare.${chosen}`)
}

interface ShowLatestProps {
  /** The time of the latest value. */
  at: number
  onShow: (from: number, to: number) => void
}

/** Leads from live mode to the last day of a unit that is silent. */
function ShowLatest({ at, onShow }: ShowLatestProps) {
  return (
    <Button variant="default" size="xs" onClick={() => onShow(at - LIVE_WINDOW_MS, at + 1)}>
      {t('time-series.state.show-latest')}
    </Button>
  )
}
