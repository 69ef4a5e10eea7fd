import type {
  AlertNotification,
  NotificationChannel,
  NotificationKind,
  NotificationState,
} from '@fieldwatch/contract/alerts/alert-history'

export const CHANNEL_TEXT: Readonly<Record<NotificationChannel, string>> = {
  mail: 'Mail',
  sms: 'SMS',
  webhook: 'Webhook',
}

export const KIND_TEXT: Readonly<Record<NotificationKind, string>> = {
  alarm: 'Triggered',
  reminder: 'Still triggered',
  'all-clear': 'OK again',
  summary: 'Summary',
  ended: 'Ended',
}

export const STATE_TEXT: Readonly<Record<NotificationState, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  withheld: 'Withheld',
}

/** What became of a message: when it was taken, or why it was not, and how often it was tried. */
export function outcomeText(
  { state, sentUTC, reason, attempts, unitCount }: AlertNotification,
  moment: (utc: string) => string,
): string {
  const parts = [
    ...(unitCount > 1 ? [`About ${unitCount} devices.`] : []),
    ...(state === 'sent' && sentUTC !== null ? [`Taken ${moment(sentUTC)}.`] : []),
    ...(reason === null ? [] : [reason]),
    ...(attempts > 1 ? [`${attempts} tries.`] : []),
  ]
  return parts.join(' ')
}
