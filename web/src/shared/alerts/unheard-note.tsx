import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import { IconAlertTriangle } from '#ui/icons/icons.ts'
import classes from './alerts.module.css'
import { tShared } from './shared-texts.ts'

/** Whether an alert watches something and notifies nobody of it. */
export function isUnheard({ notifiesNobody, ended }: Pick<Alert, 'notifiesNobody' | 'ended'>): boolean {
  return notifiesNobody && ended === null
}

/** Says that nobody is notified of an alert, and what can be done. */
export function UnheardNote() {
  return (
    <span className={classes['unheard']} role="note">
      <IconAlertTriangle size="1rem" aria-hidden="true" />
      <span>{tShared('alerts-text.notifies-nobody')}</span>
    </span>
  )
}
