import type { AlertStatus as Status } from '@fieldwatch/contract/alerts/alerts'
import { AlarmSign } from '#ui/components/alarm-sign.tsx'
import { IconCircleCheck, IconCircleOff } from '#ui/icons/icons.ts'
import { type Idle, idleText, statusText } from './alert-text.ts'
import classes from './alerts.module.css'

interface AlertStatusProps {
  status: Status
  /** Set while it judges nothing. */
  idle?: Idle | undefined
}

/** The status of an alert with its sign: a triggered one has that of lists and maps. */
export function AlertStatus({ status, idle }: AlertStatusProps) {
  const Icon = idle === undefined ? IconCircleCheck : IconCircleOff
  return (
    <span className={classes['status']} data-status={idle === undefined ? status : 'none'}>
      {idle === undefined && status === 'high' ? <AlarmSign /> : <Icon size="1rem" aria-hidden="true" />}
      {idle === undefined ? statusText(status) : idleText(idle.kind)}
    </span>
  )
}
