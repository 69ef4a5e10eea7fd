import type { AlertStatus as Status } from '@fieldwatch/contract/alerts'
import { IconAlertTriangle, IconCircleCheck } from '#ui/icons/icons.ts'
import { statusText } from './alert-text.ts'
import classes from './alerts.module.css'

/** The status of an alert with its sign. */
export function AlertStatus({ status }: { status: Status }) {
  const Icon = status === 'high' ? IconAlertTriangle : IconCircleCheck
  return (
    <span className={classes['status']} data-status={status}>
      <Icon size="1rem" aria-hidden="true" />
      {statusText(status)}
    </span>
  )
}
