import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { ListedUnit } from './listed-unit.ts'
import { UnstyledButton } from '@mantine/core'
import { activityOf } from '#ui/components/activity.ts'
import { AlarmSign } from '#ui/components/alarm-sign.tsx'
import classes from './cluster-count.module.css'
import { t } from './texts.ts'

interface ClusterCountProps {
  units: readonly ListedUnit[]
  triggered: ReadonlyMap<string, number>
  now: number
  /** `from`: what was pressed, to return the focus to. */
  onOpen: (from: HTMLElement) => void
}

/** Units that are too close to each other to be distinguished: their number, in a ring that is as green as many of them are Current, with a sign where alerts are triggered. */
export function ClusterCount({ units, triggered, now, onOpen }: ClusterCountProps) {
  const current = units.filter((unit) => activityOf(unit, now).kind === 'current').length
  const alarming = units.filter(({ dataID }) => triggered.has(dataID)).length
  const counts = { count: units.length, current }
  const label =
    alarming === 0 ? t('fleet.cluster', counts) : t('fleet.cluster.triggered', { ...counts, triggered: alarming })
  return (
    <UnstyledButton
      className={classes['cluster'] ?? ''}
      style={{ '--current': `${(100 * current) / units.length}%` }}
      aria-label={label}
      title={label}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <span className={classes['count']}>{formatCount(units.length)}</span>
      {alarming > 0 && (
        <span className={classes['alarm']}>
          <AlarmSign />
        </span>
      )}
    </UnstyledButton>
  )
}
