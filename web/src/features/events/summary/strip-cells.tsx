import type { EventSummary } from '@fieldwatch/contract/events/event-summary'
import type { ReactNode } from 'react'
import classes from './event-summary.module.css'
import { daysBefore } from './period-span.ts'
import { isWithoutData, shareText, stripText } from './period-text.ts'

/** So many days fit in a row or two; more are a calendar, a column a week. */
const MOST_IN_ROWS = 62
/** So few have room for wide cells. */
const FEW = 31
const SHADES = [1, 2, 3, 4] as const

/** Whether the days are a calendar of weeks. */
export function isCalendar({ by, periods }: EventSummary): boolean {
  return by === 'day' && periods.length > MOST_IN_ROWS
}

/** How the cells of a strip are laid out, and what is in front of the first of them. */
export function cellsOf(summary: EventSummary): { attributes: Record<string, unknown>; before: ReactNode } {
  const { periods } = summary
  const before = isCalendar(summary) ? daysBefore(Date.parse(periods[0]?.startUTC ?? '')) : 0
  return {
    attributes: {
      className: classes['cells'],
      'data-calendar': isCalendar(summary) || undefined,
      'data-few': periods.length <= FEW || undefined,
    },
    before: before === 0 ? undefined : <i style={{ gridRow: `span ${before}` }} />,
  }
}

/** 0 where nothing was, then by quarters of the greatest. */
export function shadeOf(share: number, greatest: number): number {
  return greatest === 0 ? 0 : Math.ceil((share / greatest) * SHADES.length)
}

interface LegendProps {
  text: string
  /** Left out: where nothing happened, nothing is to be read from shades, and their place is kept. */
  greatest?: number
}

export function StripLegend({ text, greatest }: LegendProps) {
  return (
    <div className={classes['legend']}>
      <span>{text}</span>
      <span className={classes['scale']} data-unused={greatest === undefined || undefined} aria-hidden>
        {shareText(0)}
        {SHADES.map((shade) => (
          <i key={shade} className={classes['cell']} data-shade={shade} />
        ))}
        {shareText(greatest ?? 0.017)}
      </span>
    </div>
  )
}

/** Keeps the place of a strip of which nothing is known yet, or in which nothing happened. */
export function StripPlace({ summary, text }: { summary: EventSummary; text?: string }) {
  const { attributes, before } = cellsOf(summary)
  return (
    <div className={classes['strip']}>
      <div className={classes['scroller']} aria-hidden>
        <div {...attributes}>
          {before}
          {summary.periods.map((period) => (
            <i
              key={period.startUTC}
              className={classes['cell']}
              data-shade={0}
              data-nodata={isWithoutData(period) || undefined}
            />
          ))}
        </div>
      </div>
      <StripLegend text={text ?? stripText(summary)} />
    </div>
  )
}
