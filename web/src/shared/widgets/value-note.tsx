import { RECENT_ACTIVITY_MINUTES } from '@fieldwatch/contract/units/units'
import { IconClockExclamation } from '#ui/icons/icons.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useAgeText } from '#shared/moment/age-text.ts'
import { useWidgetClock } from './widget-clock.ts'
import classes from './value-note.module.css'
import { t } from './texts.ts'

interface ValueNoteProps {
  /** Epoch milliseconds of the value; undefined while there is none. */
  at: number | undefined
}

/** How old a value is, with the exact time on hover; in the past its time. An old value is marked. */
export function ValueNote({ at }: ValueNoteProps) {
  const { now, timeFormat } = useWidgetClock()
  const ageText = useAgeText(timeFormat)
  if (at === undefined) return <span className={classes['note']} />
  const old = isOld(at, now)
  return (
    <span className={classes['note']} data-old={old} title={formatMoment(at, timeFormat)}>
      {old && <IconClockExclamation stroke={1.75} className={classes['icon']} aria-label={t('widgets.old')} />}
      {ageText(at, now)}
    </span>
  )
}

/** Whether a value is too old to count as current. */
function isOld(at: number, now: number): boolean {
  return now - at >= RECENT_ACTIVITY_MINUTES * 60_000
}
