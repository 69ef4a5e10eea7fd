import type { EventSummary } from '@fieldwatch/contract/events/event-summary'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { PickedRange } from '#shared/time-range/picked-range.ts'
import classes from './event-summary.module.css'
import { periodSpan } from './period-span.ts'
import { isWithoutData, periodText, shareOf, stripText } from './period-text.ts'
import { cellsOf, isCalendar, shadeOf, StripLegend } from './strip-cells.tsx'
import { t } from '../texts.ts'

interface PeriodStripProps {
  summary: EventSummary
  /** The title of the event table. */
  title: string
  onRange: (range: PickedRange) => void
}

/** A cell for each period, the darker the longer the condition held in it. One of them at a time is in the order of the keyboard. */
export function PeriodStrip({ summary, title, onRange }: PeriodStripProps) {
  const { periods, by } = summary
  const [place, setPlace] = useState<number>()
  const [pointed, setPointed] = useState<number>()
  const strip = useRef<HTMLDivElement>(null)
  const reachable = Math.min(place ?? periods.length - 1, periods.length - 1)
  const greatest = Math.max(...periods.map(shareOf))
  const shown = periods[pointed ?? -1]
  const { attributes, before } = cellsOf(summary)

  // Where the cells are wider than the screen the newest ones are seen first.
  useEffect(() => {
    if (strip.current !== null) strip.current.scrollLeft = strip.current.scrollWidth
  }, [])

  function move(event: KeyboardEvent<HTMLElement>): void {
    const next = stepOf(event.key, {
      place: reachable,
      count: periods.length,
      row: isCalendar(summary) ? 7 : undefined,
    })
    if (next === undefined) return
    event.preventDefault()
    event.currentTarget.parentElement?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div className={classes['strip']}>
      <div ref={strip} className={classes['scroller']}>
        <fieldset aria-label={t('events.summary.strip', { title, period: stripText(summary) })} {...attributes}>
          {before}
          {periods.map((period, index) => (
            <button
              key={period.startUTC}
              type="button"
              className={classes['cell']}
              data-shade={shadeOf(shareOf(period), greatest)}
              aria-label={periodText(period, by)}
              data-nodata={isWithoutData(period) || undefined}
              tabIndex={index === reachable ? 0 : -1}
              onClick={() => onRange({ kind: 'fixed', ...periodSpan(Date.parse(period.startUTC), by) })}
              onKeyDown={move}
              onFocus={() => {
                setPlace(index)
                setPointed(index)
              }}
              onBlur={() => setPointed(undefined)}
              onPointerEnter={() => setPointed(index)}
              onPointerLeave={() => setPointed(undefined)}
            />
          ))}
        </fieldset>
      </div>
      <div aria-hidden>
        <StripLegend text={shown === undefined ? stripText(summary) : periodText(shown, by)} greatest={greatest} />
      </div>
    </div>
  )
}

interface Place {
  readonly place: number
  readonly count: number
  /** Cells of a column, where they are in columns. */
  readonly row: number | undefined
}

/** To which cell a key leads; undefined for a key that leads nowhere. */
export function stepOf(key: string, { place, count, row }: Place): number | undefined {
  const [across, down] = row === undefined ? [1, 1] : [row, 1]
  const step: Record<string, number> = {
    ArrowRight: place + across,
    ArrowLeft: place - across,
    ArrowDown: place + down,
    ArrowUp: place - down,
    Home: 0,
    End: count - 1,
  }
  const next = step[key]
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next))
}
