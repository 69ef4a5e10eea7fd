import '@mantine/dates/styles.layer.css'
import { Button } from '@mantine/core'
import { DatePicker, TimePicker } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { portalNow } from '#platform/time/portal-clock.ts'
import { calendarTexts } from './calendar-texts.ts'
import classes from './range-calendar.module.css'
import { type PickedRange, RANGE_SHORTCUTS, type RangeShortcut, spanOfPicked } from './picked-range.ts'
import { shortcutName } from './range-names.ts'
import { dayText, parseTypedRange, skippedProblem, timeText } from './typed-range.ts'
import { t } from './texts.ts'

interface RangeCalendarProps {
  /** What is chosen now. */
  span: TimeRange | undefined
  onPick: (range: PickedRange) => void
}

/** Days are larger there, for thumbs. */
const PHONE = '(max-width: 40em)'

type Days = [from: string | null, to: string | null]

/** Shortcuts, a calendar of days, and the times at which the range begins and ends. */
export function RangeCalendar({ span, onPick }: RangeCalendarProps) {
  const [days, setDays] = useState<Days>(() => (span === undefined ? [null, null] : daysOf(span)))
  const [times, setTimes] = useState(() => (span === undefined ? ['00:00:00', '23:59:59'] : timesOf(span)))
  const [fromTime = '', toTime = ''] = times
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const isChosen = days[0] !== null && days[1] !== null
  const problem =
    isChosen &&
    rangeOf(days, times) === undefined &&
    (skippedProblem(typed(days, times)) ?? t('time-range.to-time.problem'))

  function change(nextDays: Days, nextTimes: string[]): void {
    setDays(nextDays)
    setTimes(nextTimes)
    const span = rangeOf(nextDays, nextTimes)
    if (span !== undefined) onPick({ kind: 'fixed', ...span })
  }

  function pickShortcut(shortcut: RangeShortcut): void {
    const range = { kind: 'shortcut', shortcut } as const
    const chosen = spanNow(range)
    setDays(daysOf(chosen))
    setTimes(timesOf(chosen))
    onPick(range)
  }

  return (
    <div className={classes['calendar']}>
      <fieldset aria-label={t('time-range.shortcut.label')} className={classes['shortcuts']}>
        {RANGE_SHORTCUTS.map((shortcut) => (
          <Button
            key={shortcut}
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={classes['shortcut'] ?? ''}
            onClick={() => pickShortcut(shortcut)}
          >
            {shortcutName(shortcut)}
          </Button>
        ))}
      </fieldset>
      <div className={classes['days']}>
        <DatePicker
          type="range"
          allowSingleDateInRange
          fullWidth={phone ?? false}
          size={phone ? 'lg' : 'sm'}
          weekendDays={[]}
          hideOutsideDates
          value={days}
          defaultDate={days[0] ?? today()}
          {...calendarTexts()}
          onChange={(next) => change(next, times)}
        />
        <div className={classes['times']}>
          <Time label={t('time-range.from-time')} value={fromTime} onChange={(time) => change(days, [time, toTime])} />
          <Time
            label={t('time-range.to-time')}
            value={toTime}
            error={problem}
            onChange={(time) => change(days, [fromTime, time])}
          />
        </div>
      </div>
    </div>
  )
}

interface TimeProps {
  label: string
  value: string
  error?: string | false
  onChange: (time: string) => void
}

/** A time of day as it is typed in a range: 24 hours, with seconds. */
function Time({ label, error = false, value, onChange }: TimeProps) {
  return (
    <TimePicker
      withSeconds
      label={label}
      hoursInputLabel={t('time-range.time.hours', { label })}
      minutesInputLabel={t('time-range.time.minutes', { label })}
      secondsInputLabel={t('time-range.time.seconds', { label })}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}

/** Undefined as long as a day is missing, and when the start is not before the end. */
function rangeOf(days: Days, times: readonly string[]): TimeRange | undefined {
  return parseTypedRange(typed(days, times))
}

function typed([fromDay, toDay]: Days, times: readonly string[]): string {
  return `${fromDay} ${times[0]} ~ ${toDay} ${times[1]}`
}

function spanNow(range: PickedRange): TimeRange {
  return spanOfPicked(range, portalNow())
}

function today(): string {
  return dayText(portalNow())
}

function daysOf({ from, to }: TimeRange): Days {
  return [dayText(from), dayText(to)]
}

function timesOf({ from, to }: TimeRange): string[] {
  return [timeText(from), timeText(to)]
}
