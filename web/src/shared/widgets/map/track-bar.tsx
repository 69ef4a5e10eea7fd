import { Button } from '@mantine/core'
import type { PickedRange } from '#shared/time-range/picked-range.ts'
import { RangePopover } from '#shared/time-range/range-popover.tsx'
import classes from './position-widget.module.css'

interface TrackBarProps {
  /** The range of the history track; undefined while the map shows the current location. */
  range: PickedRange | undefined
  onTrack: (range: PickedRange) => void
  onCurrent: () => void
}

/** Switches between the current location of a unit and its track. */
export function TrackBar({ range, onTrack, onCurrent }: TrackBarProps) {
  return (
    <div className={classes['bar']}>
      <RangePopover label="Range of the history track" action="View History Track" initial={range} onApply={onTrack} />
      {range !== undefined && (
        <Button variant="light" size="xs" className={classes['button'] ?? ''} onClick={onCurrent}>
          Back to Current Location
        </Button>
      )}
    </div>
  )
}
