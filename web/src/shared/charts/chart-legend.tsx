import { useEffect, useRef, type RefObject } from 'react'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { ChartLine } from './chart-line.ts'
import type { ChartReading } from './chart-renderer.ts'
import classes from './chart-legend.module.css'
import { differenceText, readingText } from './value-text.ts'

interface ChartLegendProps {
  lines: readonly ChartLine[]
  /** Keys of the lines that are not drawn. */
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
  timeFormat: TimeFormat
  /** What the values are while there is no cursor. */
  resting: string
  /** Names the period that is compared with: each value has its difference beside it. */
  comparedWith: string | undefined
  /** Takes the function that shows a reading; the cursor moves too often for React. */
  readingRef: RefObject<((reading: ChartReading) => void) | undefined>
}

/** The series of a chart with their values under the cursor, or the newest ones; each can be switched off. */
export function ChartLegend({
  lines,
  hidden,
  onToggle,
  timeFormat,
  resting,
  comparedWith,
  readingRef,
}: ChartLegendProps) {
  const list = useRef<HTMLUListElement>(null)
  const time = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    readingRef.current = ({ at, values, compared }) => {
      if (time.current !== null) time.current.textContent = at === undefined ? resting : formatMoment(at, timeFormat)
      const places = list.current?.querySelectorAll('[data-value]') ?? []
      for (const [index, place] of places.entries()) {
        place.textContent = readingText(values[index], lines[index]?.unit)
      }
      const differences = list.current?.querySelectorAll('[data-difference]') ?? []
      for (const [index, place] of differences.entries()) {
        place.textContent = differenceText(values[index], compared?.[index], lines[index]?.unit)
      }
    }
    return () => {
      readingRef.current = undefined
    }
  }, [lines, readingRef, resting, timeFormat])

  return (
    <div className={classes['legend']}>
      <ul ref={list} className={classes['list']}>
        {lines.map(({ key, label, colour }) => (
          <li key={key}>
            <button
              type="button"
              aria-pressed={!hidden.has(key)}
              className={classes['entry']}
              onClick={() => onToggle(key)}
            >
              <span className={classes['swatch']} style={{ background: colour }} aria-hidden />
              <span className={classes['label']} title={label}>
                {label}
              </span>
              <span data-value className={classes['value']}>
                –
              </span>
              {comparedWith === undefined ? undefined : (
                <span data-difference className={classes['difference']} title={comparedWith} />
              )}
            </button>
          </li>
        ))}
      </ul>
      <span ref={time} className={classes['time']}>
        {resting}
      </span>
    </div>
  )
}
