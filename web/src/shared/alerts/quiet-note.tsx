import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { Quiet } from './alert-text.ts'
import classes from './alerts.module.css'

/** What was done about an alert on a unit. */
export function QuietNote({ quiet, timeFormat }: { quiet: Quiet; timeFormat: TimeFormat }) {
  if (quiet.kind === 'acknowledged') {
    const { at, by, comment } = quiet
    return (
      <span className={classes['quiet']}>
        Acknowledged{by === null ? '' : ` by ${by}`} on {formatMoment(at, timeFormat)}
        {comment === null ? '' : `: ${comment}`}
      </span>
    )
  }
  return (
    <span className={classes['quiet']}>
      {quiet.kind === 'snoozed' ? 'Snoozed until' : 'Maintenance until'} {formatMoment(quiet.until, timeFormat)}
    </span>
  )
}
