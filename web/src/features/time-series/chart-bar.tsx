import type { DataId } from '@fieldwatch/contract/ids'
import { CalculationsButton } from '#calculations/calculations-button.tsx'
import { type ChartWindow, spanOf } from '#charts/chart-window.ts'
import type { VerticalLineStore } from '#charts/vertical-line.ts'
import { formatMoment, type TimeFormat } from '#time-range/moment-text.ts'
import classes from './chart-bar.module.css'
import type { PlannedLine } from './chart-plan.ts'
import { DownloadButton } from './download-button.tsx'
import { HistoryControls } from './history-controls.tsx'
import { RangeButtons } from './range-buttons.tsx'
import { VerticalLineSwitch } from './vertical-line-switch.tsx'
import type { ChartView } from './use-chart-view.ts'

interface ChartBarProps {
  dataId: DataId
  /** Of the unit. */
  name: string
  lines: readonly PlannedLine[]
  view: ChartView
  verticalLine: VerticalLineStore
  timeFormat: TimeFormat
}

/** What concerns all charts of the page: its mode, its range, its download. */
export function ChartBar({ dataId, name, lines, view, verticalLine, timeFormat }: ChartBarProps) {
  return (
    <div className={classes['bar']}>
      <HistoryControls history={view.history} viewHistory={view.viewHistory} backToLive={view.backToLive} />
      <div className={classes['line']}>
        <span className={classes['mode']}>{modeText(view, timeFormat)}</span>
        <div className={classes['tools']}>
          <CalculationsButton dataId={dataId} />
          <VerticalLineSwitch line={verticalLine} />
          <RangeButtons selected={view.range} onSelect={view.chooseRange} />
          <DownloadButton
            dataId={dataId}
            title={name}
            label="Download all charts as CSV"
            lines={lines}
            span={() => spanOf(view.window, Date.now())}
          />
        </div>
      </div>
    </div>
  )
}

/** The mode of the page, and the range that its charts show. */
function modeText({ history, window }: ChartView, timeFormat: TimeFormat): string {
  const mode = history === undefined ? 'Live' : 'Historical'
  return `${mode}, ${windowText(window, timeFormat)}`
}

function windowText(window: ChartWindow, timeFormat: TimeFormat): string {
  if (window.kind === 'custom')
    return `${formatMoment(window.from, timeFormat)} – ${formatMoment(window.to, timeFormat)}`
  const minutes = window.lengthMs / 60_000
  return minutes < 60 ? `last ${minutes} minutes` : `last ${minutes / 60} hours`
}
