import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DateRangePicker } from '#time-range/date-range-picker.tsx'
import { formatPickedRange, type PickedRange } from '#time-range/picked-range.ts'
import classes from './position-widget.module.css'

interface TrackBarProps {
  /** The range of the history track; undefined while the map shows the current location. */
  range: PickedRange | undefined
  onTrack: (range: PickedRange) => void
  onCurrent: () => void
}

/** Leads from the current location of a unit to where it was, and back. */
export function TrackBar({ range, onTrack, onCurrent }: TrackBarProps) {
  const [picked, setPicked] = useState(range)

  function show(event: FormEvent): void {
    event.preventDefault()
    if (picked !== undefined) onTrack(picked)
  }

  return (
    <form className={classes['bar']} onSubmit={show}>
      <DateRangePicker
        key={range === undefined ? 'current' : formatPickedRange(range)}
        label="Range of the history track"
        initial={range}
        onChange={setPicked}
      />
      <Button type="submit" variant="default" disabled={picked === undefined} className={classes['button'] ?? ''}>
        View History Track
      </Button>
      {range !== undefined && (
        <Button variant="light" className={classes['button'] ?? ''} onClick={onCurrent}>
          Back to Current Location
        </Button>
      )}
    </form>
  )
}
