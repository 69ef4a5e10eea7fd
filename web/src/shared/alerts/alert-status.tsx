import type { AlertStatus as Status } from '@fieldwatch/contract/alerts'
import { IconAlertTriangle, IconCircleCheck, IconCircleOff } from '#ui/icons/icons.ts'
import { ENDED, statusText } from './alert-text.ts'
import classes from './alerts.module.css'

interface AlertStatusProps {
  status: Status
  /** Whether it watches nothing any more. */
  ended?: boolean
}

/** The status of an alert with its sign. */
export function AlertStatus({ status, ended = false }: AlertStatusProps) {
  const Icon = ended ? IconCircleOff : status === 'high' ? IconAlertTriangle : IconCircleCheck
  return (
    <span className={classes['status']} data-status={status}>
      <Icon size="1rem" aria-hidden="true" />
      {ended ? ENDED : statusText(status)}
    </span>
  )
}
