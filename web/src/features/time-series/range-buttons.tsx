import { Button } from '@mantine/core'
import { CHART_RANGES, type ChartRange } from '#shared/time-range/chart-ranges.ts'
import classes from './chart-bar.module.css'

interface RangeButtonsProps {
  /** Undefined while the charts show another range. */
  selected: ChartRange | undefined
  onSelect: (range: ChartRange) => void
}

/** How far back the charts look. */
export function RangeButtons({ selected, onSelect }: RangeButtonsProps) {
  return (
    <Button.Group aria-label="Range of the charts">
      {CHART_RANGES.map((range) => (
        <Button
          key={range}
          variant={range === selected ? 'filled' : 'default'}
          size="xs"
          aria-pressed={range === selected}
          className={classes['range'] ?? ''}
          onClick={() => onSelect(range)}
        >
          {range}
        </Button>
      ))}
    </Button.Group>
  )
}
