import { AlarmSign } from '#ui/components/alarm-sign.tsx'
import { triggeredText } from './triggered-text.ts'
import classes from './alerts.module.css'

/** Says that alerts are triggered on a unit. */
export function TriggeredMark({ count }: { count: number }) {
  return (
    <span className={classes['badge']}>
      <AlarmSign />
      {triggeredText(count)}
    </span>
  )
}
