import { Button } from '@mantine/core'
import { CHART_RANGES, type ChartRange } from '#time-range/chart-ranges.ts'
import classes from './chart-panel.module.css'

interface RangeButtonsProps {
  /** Undefined while the chart shows a custom range. */
  selected: ChartRange | undefined
  onSelect: (range: ChartRange) => void
  /** Names the chart. */
  title: string
}

/** How far back a chart looks. */
export function RangeButtons({ selected, onSelect, title }: RangeButtonsProps) {
  return (
    <Button.Group>
      {CHART_RANGES.map((range) => (
        <Button
          key={range}
          variant={range === selected ? 'filled' : 'default'}
          size="xs"
          aria-label={`${range} of ${title}`}
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
