/** What the web app and the mails both say of an alert. */
export const texts = {
  'alerts-text.status.ok': 'OK',
  'alerts-text.status.high': 'Triggered',
  'alerts-text.limit.equal': 'equal to {limit}',
  'alerts-text.limit.not-equal': 'not equal to {limit}',
  'alerts-text.limit.greater': 'greater than {limit}',
  'alerts-text.limit.less': 'less than {limit}',
  'alerts-text.limit.greater-or-equal': 'greater than or equal to {limit}',
  'alerts-text.limit.less-or-equal': 'less than or equal to {limit}',
  'alerts-text.notifies-nobody':
    'Nobody is notified of this alert. Unmute it, turn on email or SMS in a profile, or add a person.',
} as const
