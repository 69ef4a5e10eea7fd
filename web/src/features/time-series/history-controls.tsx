import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { DateRangePicker } from '#time-range/date-range-picker.tsx'
import { formatPickedRange, type PickedRange } from '#time-range/picked-range.ts'
import type { ChartView } from './use-chart-view.ts'
import classes from './chart-bar.module.css'

type HistoryControlsProps = Pick<ChartView, 'history' | 'viewHistory' | 'backToLive'>

/** Leads to historical mode, by a range, and back. */
export function HistoryControls({ history, viewHistory, backToLive }: HistoryControlsProps) {
  const form = useRef<HTMLFormElement>(null)
  const leaving = useRef(false)
  const [picked, setPicked] = useState(history)
  const [known, setKnown] = useState(history)
  if (known !== history) {
    // The address changed: what it says counts, not what was picked before.
    setKnown(history)
    setPicked(history)
  }

  function view(event: FormEvent): void {
    event.preventDefault()
    if (picked !== undefined) viewHistory(picked)
  }

  function leave(): void {
    leaving.current = true
    backToLive()
  }

  useEffect(() => {
    // The button that had the focus is gone; the focus stays nearby.
    if (history === undefined && leaving.current) form.current?.querySelector('input')?.focus()
    leaving.current = false
  }, [history])

  return (
    <form ref={form} className={classes['history']} onSubmit={view}>
      <DateRangePicker
        key={keyOf(history)}
        label="Historical range"
        initial={history}
        onChange={(range) => setPicked(range)}
      />
      <Button type="submit" variant="default" disabled={picked === undefined} className={classes['button'] ?? ''}>
        View Historical Data
      </Button>
      {history !== undefined && (
        <Button variant="light" className={classes['button'] ?? ''} onClick={leave}>
          Back to Live
        </Button>
      )}
    </form>
  )
}

function keyOf(range: PickedRange | undefined): string {
  return range === undefined ? 'live' : formatPickedRange(range)
}
