import type { AlertStatus as Status } from '@fieldwatch/contract/alerts'
import { IconAlertTriangle, IconCircleCheck, IconCircleOff } from '#ui/icons/icons.ts'
import { type Idle, statusText } from './alert-text.ts'
import classes from './alerts.module.css'

interface AlertStatusProps {
  status: Status
  /** Set while it judges nothing. */
  idle?: Idle | undefined
}

/** The status of an alert with its sign. */
export function AlertStatus({ status, idle }: AlertStatusProps) {
  const Icon = idle !== undefined ? IconCircleOff : status === 'high' ? IconAlertTriangle : IconCircleCheck
  return (
    <span className={classes['status']} data-status={idle === undefined ? status : 'ok'}>
      <Icon size="1rem" aria-hidden="true" />
      {idle?.word ?? statusText(status)}
    </span>
  )
}
