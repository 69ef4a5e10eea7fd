import { formatCount } from '@fieldwatch/contract/number-text'
import type { ListedUnit } from './listed-unit.ts'
import { UnstyledButton } from '@mantine/core'
import { activityOf } from '#ui/components/activity.ts'
import classes from './cluster-count.module.css'

interface ClusterCountProps {
  units: readonly ListedUnit[]
  now: number
  /** `from`: what was pressed, to return the focus to. */
  onOpen: (from: HTMLElement) => void
}

/** Units that are too close to be told apart: their number, in a ring that is as green as many of them are Current. */
export function ClusterCount({ units, now, onOpen }: ClusterCountProps) {
  const current = units.filter((unit) => activityOf(unit, now).kind === 'current').length
  const label = `${units.length} units, ${current} of them Current`
  return (
    <UnstyledButton
      className={classes['cluster'] ?? ''}
      style={{ '--current': `${(100 * current) / units.length}%` }}
      aria-label={label}
      title={label}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <span className={classes['count']}>{formatCount(units.length)}</span>
    </UnstyledButton>
  )
}
