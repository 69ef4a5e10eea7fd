import type { DataId } from '@fieldwatch/contract/api/ids'
import { ActionIcon, Button, NativeSelect, Switch, Text } from '@mantine/core'
import { IconDots } from '#ui/icons/icons.ts'
import { useId, useRef, useState, useSyncExternalStore } from 'react'
import { CalculationsButton } from '#shared/calculations/calculations-button.tsx'
import { spanOf } from '#shared/charts/chart-window.ts'
import type { VerticalLineStore } from '#shared/charts/vertical-line.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { PrintedRange } from '#shared/print/printed-range.tsx'
import { useReplay } from '#shared/moment/replay-context.ts'
import { RangePopover } from '#shared/time-range/range-popover.tsx'
import { AddChart } from '#shared/widgets/settings/widget-tools.tsx'
import { portalNow } from '#platform/time/portal-clock.ts'
import classes from './chart-bar.module.css'
import type { PlannedLine } from './chart-plan.ts'
import { CompareChoice } from './compare-choice.tsx'
import { DownloadButton } from './download-button.tsx'
import { ShownAlertNote } from './shown-alert-note.tsx'
import { ShownEventsNote } from './shown-events-note.tsx'
import type { ShownAlert } from './use-shown-alert.ts'
import type { ShownEvents } from './use-shown-events.ts'
import type { ChartView } from './use-chart-view.ts'
import type { PeriodComparison } from './use-comparison.ts'
import { useNarrowScreen } from './use-vertical-line.ts'
import { CHART_RANGES, type ChartRange } from '#shared/time-range/chart-ranges.ts'
import { chartRangeName } from '#shared/time-range/range-names.ts'
import { t } from './texts.ts'

interface ChartBarProps {
  dataId: DataId
  /** The name of the unit. */
  name: string
  lines: readonly PlannedLine[]
  /** Keys of the lines that are not drawn. */
  hidden: ReadonlySet<string>
  view: ChartView
  comparison: PeriodComparison
  events: ShownEvents
  alert: ShownAlert
  /** What is in sight has notes. */
  hasNotes: boolean
  verticalLine: VerticalLineStore
  timeFormat: TimeFormat
}

/** The controls of all charts of the page in one row: range, mode, and the tools, which a phone folds away. */
export function ChartBar(props: ChartBarProps) {
  const { dataId, name, lines, hidden, view, comparison, events, alert, hasNotes, verticalLine, timeFormat } = props
  const toolsId = useId()
  const [unfolded, setUnfolded] = useState(false)
  const mode = useRef<HTMLParagraphElement>(null)
  const replay = useReplay()
  const isPast = replay !== undefined

  function leave(): void {
    view.backToLive()
    // The focused button disappears, so the focus moves to the new mode.
    mode.current?.focus()
  }

  return (
    <div className={classes['bar']}>
      <div className={classes['row']} data-screen-only>
        <RangeButtons selected={view.range} onSelect={view.chooseRange} />
        {isPast ? undefined : (
          <>
            <RangePopover
              label={t('time-series.range.historical')}
              action={t('time-series.range.view')}
              initial={view.history}
              onApply={view.viewHistory}
            />
            <VerticalLineSwitch line={verticalLine} />
          </>
        )}
        <ActionIcon
          variant="default"
          className={classes['more'] ?? ''}
          aria-label={t('time-series.tools')}
          aria-expanded={unfolded}
          aria-controls={toolsId}
          onClick={() => setUnfolded(!unfolded)}
        >
          <IconDots stroke={1.5} aria-hidden />
        </ActionIcon>
        <div id={toolsId} className={classes['tools']} data-unfolded={unfolded}>
          <CompareChoice comparison={comparison} />
          <EventChoice events={events} />
          <DownloadButton
            dataId={dataId}
            title={name}
            label={t('time-series.download.all')}
            lines={lines}
            hidden={hidden}
            span={() => spanOf(view.window, portalNow())}
            compared={comparison.chosen && { comparison: comparison.chosen, view }}
            knownAt={view.knownAt}
            hasNotes={hasNotes}
            place="page"
          />
          {isPast ? undefined : <CalculationsButton dataId={dataId} />}
          <AddChart at="first" />
        </div>
      </div>
      <PrintedRange span={(now) => spanOf(view.window, now)} />
      <div className={classes['state']}>
        <p className={classes['mode']} ref={mode} tabIndex={-1}>
          {modeText(view, timeFormat)}
        </p>
        {view.history !== undefined && !isPast && (
          <Button variant="light" size="compact-sm" className={classes['button'] ?? ''} onClick={leave}>
            {t('time-series.range.live')}
          </Button>
        )}
        {view.knownAt !== undefined && (events.name !== undefined || alert.shown !== undefined) ? (
          <Text c="dimmed">{t('time-series.shown.known-now')}</Text>
        ) : undefined}
        <ShownEventsNote dataId={dataId} events={events} />
        <ShownAlertNote dataId={dataId} alert={alert} />
      </div>
    </div>
  )
}

/** The mode of the page, and the range that its charts show. */
function modeText({ history, window }: ChartView, timeFormat: TimeFormat): string {
  if (window.kind === 'custom') {
    const [from, to] = [formatMoment(window.from, timeFormat), formatMoment(window.to, timeFormat)]
    return t(history === undefined ? 'time-series.shown.live.range' : 'time-series.shown.historical', { from, to })
  }
  const minutes = window.lengthMs / 60_000
  if (minutes < 60) return t('time-series.shown.live.minutes', { minutes })
  return t('time-series.shown.live.hours', { hours: minutes / 60 })
}

/** Chooses whose occurrences the charts shade. There is nothing to choose on a unit without event tables. */
function EventChoice({ events: { tables, name, choose } }: { events: ShownEvents }) {
  if (tables.length === 0) return undefined
  return (
    <NativeSelect
      aria-label={t('time-series.events.choose')}
      size="xs"
      className={classes['events'] ?? ''}
      data={[
        { value: '', label: t('time-series.events.none') },
        ...tables.map((table) => ({ value: table.name, label: table.title })),
      ]}
      value={name ?? ''}
      onChange={({ currentTarget: { value } }) => choose(value === '' ? undefined : value)}
    />
  )
}

/** Turns the vertical line on and off; there is none on a narrow screen. */
function VerticalLineSwitch({ line }: { line: VerticalLineStore }) {
  const on = useSyncExternalStore(line.subscribe, () => line.current().on)
  const narrow = useNarrowScreen()
  if (narrow) return undefined
  return (
    <Switch
      label={t('time-series.vertical-line')}
      checked={on}
      onChange={(event) => line.tell({ type: 'switched', on: event.currentTarget.checked })}
    />
  )
}

interface RangeButtonsProps {
  /** Undefined while the charts show another range. */
  selected: ChartRange | undefined
  onSelect: (range: ChartRange) => void
}

/** How far back the charts look. */
function RangeButtons({ selected, onSelect }: RangeButtonsProps) {
  return (
    <Button.Group aria-label={t('time-series.range.label')}>
      {CHART_RANGES.map((range) => (
        <Button
          key={range}
          variant={range === selected ? 'filled' : 'default'}
          size="xs"
          aria-pressed={range === selected}
          className={classes['range'] ?? ''}
          onClick={() => onSelect(range)}
        >
          {chartRangeName(range)}
        </Button>
      ))}
    </Button.Group>
  )
}
