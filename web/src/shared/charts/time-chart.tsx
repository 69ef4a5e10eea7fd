import type { texts } from '@fieldwatch/messages/charts/en'
import { useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { axisUnits } from './chart-axes.ts'
import { PAPER_WIDTH, usePrinting } from '#platform/print/print-context.tsx'
import { chartKey } from './chart-keys.ts'
import { ChartLegend } from './chart-legend.tsx'
import type { ChartLine } from './chart-line.ts'
import { ChartPlot, type DrawnChart } from './chart-plot.tsx'
import type { ChartReading, ChartRenderer } from './chart-renderer.ts'
import type { HiddenLines } from './hidden-lines.ts'
import classes from './time-chart.module.css'
import { differenceText, readingText } from './value-text.ts'
import { defineTexts } from '#platform/texts/define-texts.ts'
import { portalNow } from '#platform/time/portal-clock.ts'

const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/charts/??.*'))

interface TimeChartProps extends DrawnChart {
  title: string
  hidden: HiddenLines
  /** Names the period that is compared with, while there is one. */
  comparedWith?: string | undefined
  /** It is drawn beside a form. */
  small?: boolean
}

const PAPER_SIZE = { width: PAPER_WIDTH, height: 260 }

/** Lines over time, with their legend. New data reach the canvas past React. */
export function TimeChart(props: TimeChartProps) {
  const { title, hidden, comparedWith, small = false, ...drawn } = props
  const { lines, window, extent, onWindow, timeFormat, verticalLine } = drawn
  const { ref: box, ...onScreen } = useElementSize<HTMLDivElement>()
  const isPrinting = usePrinting().since !== undefined
  const { width, height } = isPrinting ? PAPER_SIZE : onScreen
  const renderer = useRef<ChartRenderer>(undefined)
  const reading = useRef<ChartReading>(undefined)
  const showInLegend = useRef<(reading: ChartReading) => void>(undefined)
  const [spoken, setSpoken] = useState('')
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const helpId = useId()

  function onKeyDown(event: KeyboardEvent): void {
    const act = chartKey(event, { window, extent, around: reading.current?.at, now: portalNow() })
    if (act === undefined) return
    event.preventDefault()
    if (act.type === 'window') return onWindow(act.window)
    if (act.type === 'cursor') renderer.current?.moveCursor(act.share)
    // Without a cursor in this chart, Enter releases the line where it is.
    const at = reading.current?.at ?? verticalLine.current().at
    if (at !== undefined) verticalLine.tell({ type: act.type === 'pin' ? 'clicked' : 'moved', at: Math.round(at) })
    setSpoken(spokenReading({ lines, reading: reading.current, timeFormat, ...verticalLine.current() }))
  }

  return (
    <div className={classes['chart']}>
      <ChartLegend
        lines={lines}
        hidden={hidden.keys}
        onToggle={hidden.toggle}
        timeFormat={timeFormat}
        resting={t(extent.kind === 'rolling' ? 'charts.latest' : 'charts.last-in-range')}
        comparedWith={comparedWith}
        readingRef={showInLegend}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys */}
      <div
        ref={box}
        role="application"
        aria-roledescription={t('charts.role')}
        aria-label={t('charts.label', { title, series: lines.map(({ label }) => label).join(', ') })}
        aria-describedby={helpId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes keys, so it takes the focus
        tabIndex={0}
        className={classes['plot']}
        data-small={small}
        data-paper={isPrinting}
        onKeyDown={onKeyDown}
        // Sets the focus, as the library stops the event that would.
        onMouseDown={(event) => event.currentTarget.focus({ preventScroll: true })}
      >
        {width > 0 && height > 0 && (
          <ChartPlot
            // Colours and axes are fixed when the chart is built.
            key={JSON.stringify([scheme, isPrinting, axisUnits({ lines, hidden: hidden.keys })])}
            {...drawn}
            hidden={hidden.keys}
            onReading={(next) => {
              reading.current = next
              showInLegend.current?.(next)
            }}
            size={{ width, height }}
            rendererRef={renderer}
          />
        )}
      </div>
      <VisuallyHidden id={helpId}>{t('charts.help')}</VisuallyHidden>
      <VisuallyHidden aria-live="polite">{spoken}</VisuallyHidden>
    </div>
  )
}

interface SpokenReading {
  lines: readonly ChartLine[]
  reading: ChartReading | undefined
  timeFormat: TimeFormat
  /** The vertical line stays where it is. */
  pinned: boolean
}

function spokenReading({ lines, reading, timeFormat, pinned }: SpokenReading): string {
  if (reading?.at === undefined) return ''
  const values = lines.map(({ label, unit }, index) => {
    const difference = differenceText(reading.values[index], reading.compared?.[index], unit)
    return `${label} ${readingText(reading.values[index], unit)}${difference === '' ? '' : ` (${difference})`}`
  })
  const at = formatMoment(reading.at, timeFormat)
  return t(pinned ? 'charts.reading.pinned' : 'charts.reading', { at, values: values.join(', ') })
}
