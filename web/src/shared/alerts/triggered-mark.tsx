import { formatCount } from '@fieldwatch/contract/number-text'
import { IconAlertTriangle } from '#ui/icons/icons.ts'
import classes from './alerts.module.css'

/** Says that alerts are triggered on a unit. */
export function TriggeredMark({ count }: { count: number }) {
  return (
    <span className={classes['badge']}>
      <IconAlertTriangle size="1rem" aria-hidden="true" />
      {count === 1 ? 'Triggered' : `${formatCount(count)} triggered`}
    </span>
  )
}
