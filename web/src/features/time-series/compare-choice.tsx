import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { COMPARISONS, isComparedDay } from '@fieldwatch/contract/comparisons/comparison-names'
import { NativeSelect, TextInput } from '@mantine/core'
import { dayText } from '#shared/time-range/typed-range.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import classes from './chart-bar.module.css'
import type { PeriodComparison } from './use-comparison.ts'
import { t } from './texts.ts'

const DAY = 'day'
const WEEK_MS = 7 * DAY_MS

/** Chooses what the charts are compared with; a day is entered beside it. */
export function CompareChoice({ comparison: { chosen, choose } }: { comparison: PeriodComparison }) {
  const day = chosen !== undefined && isComparedDay(chosen) ? chosen : undefined

  function chooseNamed(value: string): void {
    const lastWeek = dayText(portalNow() - WEEK_MS)
    if (value !== DAY) choose(COMPARISONS.find((one) => one === value))
    else if (isComparedDay(lastWeek)) choose(lastWeek)
  }

  return (
    <>
      <NativeSelect
        aria-label={t('time-series.compare.choose')}
        size="xs"
        className={classes['compare'] ?? ''}
        data={[
          { value: '', label: t('time-series.compare.off') },
          ...COMPARISONS.map((value) => ({ value, label: t(`time-series.compare.${value}`) })),
          { value: DAY, label: t('time-series.compare.day') },
        ]}
        value={day === undefined ? (chosen ?? '') : DAY}
        onChange={({ currentTarget: { value } }) => chooseNamed(value)}
      />
      {day === undefined ? undefined : (
        <TextInput
          key={day}
          type="date"
          size="xs"
          aria-label={t('time-series.compare.from-day')}
          className={classes['day'] ?? ''}
          defaultValue={day}
          min="1970-01-01"
          max="9999-12-31"
          // Typing a year goes through days that no one means.
          onBlur={({ currentTarget: { value } }) => {
            if (value !== day && isComparedDay(value)) choose(value)
          }}
          onKeyDown={({ key, currentTarget: { value } }) => {
            if (key === 'Enter' && value !== day && isComparedDay(value)) choose(value)
          }}
        />
      )}
    </>
  )
}
