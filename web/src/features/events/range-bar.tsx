import { Button, Text } from '@mantine/core'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { PickedRange } from '#shared/time-range/picked-range.ts'
import { shortcutName } from '#shared/time-range/range-names.ts'
import { RangePopover } from '#shared/time-range/range-popover.tsx'
import classes from './events.module.css'
import { t } from './texts.ts'

interface RangeBarProps {
  /** The title of the event table. */
  title: string
  /** Undefined: the most recent events. */
  range: PickedRange | undefined
  timeFormat: TimeFormat
  onRange: (range: PickedRange | undefined) => void
}

/** Which events are shown: the most recent ones, or those of a range. */
export function RangeBar({ title, range, timeFormat, onRange }: RangeBarProps) {
  return (
    <>
      <Text fw={600} className={classes['which'] ?? ''} aria-live="polite">
        {range === undefined
          ? t('events.range.recent')
          : t('events.range.chosen', { range: rangeText(range, timeFormat) })}
      </Text>
      <RangePopover
        label={t('events.range.label', { title })}
        action={t('events.range.set')}
        initial={range}
        onApply={onRange}
      />
      <Button variant="subtle" size="xs" disabled={range === undefined} onClick={() => onRange(undefined)}>
        {t('events.range.current')}
      </Button>
    </>
  )
}

function rangeText(range: PickedRange, timeFormat: TimeFormat): string {
  if (range.kind === 'shortcut') return shortcutName(range.shortcut)
  return `${formatMoment(range.from, timeFormat)} – ${formatMoment(range.to, timeFormat)}`
}
