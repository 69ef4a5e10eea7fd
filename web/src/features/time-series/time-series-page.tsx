import type { Chart } from '@fieldwatch/contract/widgets/chart'
import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { spanOf } from '#shared/charts/chart-window.ts'
import { useHiddenLines } from '#shared/charts/hidden-lines.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { formatPickedRange } from '#shared/time-range/picked-range.ts'
import { useShownTemplate } from '#shared/calculations/use-shown-template.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { WidgetEditor } from '#shared/widgets/settings/widget-editor.tsx'
import { Slot } from '#platform/extensions/slot.tsx'
import { OwnTemplate } from '#shared/widgets/settings/own-template.tsx'
import { AddChart } from '#shared/widgets/settings/widget-tools.tsx'
import { ChartBar } from './chart-bar.tsx'
import { ChartList } from './chart-list.tsx'
import { useMeasures } from '#shared/measures/use-measures.ts'
import { fieldsBySource, planCharts } from './chart-plan.ts'
import classes from './time-series-page.module.css'
import { SensorTools } from './sensor-tools/sensor-tools.tsx'
import { useComparison } from './use-comparison.ts'
import { useChartView } from './use-chart-view.ts'
import { useShownAlert } from './use-shown-alert.ts'
import { timesOfNewNote, useShownNotes, windowAround } from './use-shown-notes.ts'
import { useShownEvents } from './use-shown-events.ts'
import { useVerticalLine } from './use-vertical-line.ts'
import { t } from './texts.ts'
import type { VerticalLine, VerticalLineStore } from '#shared/charts/vertical-line.ts'
import type { Replay } from '#shared/moment/replay.ts'
import { useReplay } from '#shared/moment/replay-context.ts'

const NO_CHARTS: Chart[] = []

/** The charts of a unit: the last 24 hours, growing as records arrive, or a range of the past. */
export function TimeSeriesPage() {
  return (
    <WidgetEditor>
      <Charts />
    </WidgetEditor>
  )
}

function Charts() {
  const { unit } = useUnit()
  const template = useShownTemplate()
  const { timeFormat } = useMe()
  const measures = useMeasures()
  const templateCharts = template?.timeSeries?.charts ?? NO_CHARTS
  const charts = useMemo(() => planCharts(templateCharts, measures), [templateCharts, measures])
  const view = useChartView({ dataId: unit.dataID, charts })
  const comparison = useComparison()
  const events = useShownEvents(view)
  const alert = useShownAlert(view)
  const ownLine = useVerticalLine({ live: view.history === undefined })
  const verticalLine = useMomentLine() ?? ownLine
  const hidden = useHiddenLines()
  const { span, notes } = useShownNotes(view)

  const tools = template?.timeSeries?.pageTechTools === true && (
    <SensorTools span={() => spanOf(view.window, portalNow())} />
  )

  return (
    <div className={classes['page']}>
      {tools}
      <ChartBar
        dataId={unit.dataID}
        name={unit.friendlyName}
        lines={charts.flatMap(({ lines }) => lines)}
        hidden={hidden.keys}
        view={view}
        comparison={comparison}
        events={events}
        alert={alert}
        hasNotes={notes.length > 0}
        verticalLine={verticalLine}
        timeFormat={timeFormat}
      />
      {charts.length === 0 ? (
        <NoCharts />
      ) : (
        <ChartList
          key={view.history === undefined ? 'live' : formatPickedRange(view.history)}
          dataId={unit.dataID}
          charts={charts}
          hidden={hidden}
          view={view}
          comparison={comparison}
          shown={events.name === undefined ? alert.shown : events.shown}
          notes={notes}
          verticalLine={verticalLine}
          timeFormat={timeFormat}
        />
      )}
      <Slot
        name="charts.below"
        of={{
          dataId: unit.dataID,
          span,
          sources: [...fieldsBySource(charts).keys()],
          timesOfNew: () => timesOfNewNote(view.window, verticalLine, portalNow()),
          onShow: charts.length === 0 ? undefined : (note) => view.zoom(windowAround(note, view.extent, portalNow())),
        }}
      />
      <AddChart at="last" />
      <OwnTemplate />
    </div>
  )
}

function NoCharts() {
  return (
    <Stack className={classes['empty'] ?? ''}>
      <Text fw={600}>{t('time-series.empty')}</Text>
      <Text c="dimmed">{t('time-series.empty.help')}</Text>
    </Stack>
  )
}

/** The line over all charts at the moment that is replayed; undefined while the page is live. */
function useMomentLine(): VerticalLineStore | undefined {
  const replay = useReplay()
  return useMemo(() => (replay === undefined ? undefined : createMomentLine(replay)), [replay])
}

/** It follows the cursor past React. A press in a chart, or its keys, move the cursor. */
function createMomentLine(replay: Replay): VerticalLineStore {
  let line: VerticalLine = { on: true, at: replay.playback().at, pinned: true }
  return {
    current: () => {
      const { at } = replay.playback()
      if (line.at !== at) line = { ...line, at }
      return line
    },
    subscribe: replay.onPlayback,
    tell: (event) => {
      if (event.type === 'clicked' || event.type === 'moved') replay.send({ type: 'seek', at: event.at })
    },
  }
}
