/** Mails, SMS and webhooks about alerts. */
export const texts = {
  'alert-messages.alarm':
    '{count, plural, =1 {Triggered: {alert} on {unit}} one {Triggered: {alert} on # unit} other {Triggered: {alert} on # units}}',
  'alert-messages.reminder':
    '{count, plural, =1 {Still triggered: {alert} on {unit}} one {Still triggered: {alert} on # unit} other {Still triggered: {alert} on # units}}',
  'alert-messages.all-clear':
    '{count, plural, =1 {OK again: {alert} on {unit}} one {OK again: {alert} on # unit} other {OK again: {alert} on # units}}',
  'alert-messages.ended':
    '{count, plural, =1 {Ended: {alert} on {unit}} one {Ended: {alert} on # unit} other {Ended: {alert} on # units}}',
  'alert-messages.summary': 'Changed several times: {alert} on {count, plural, one {# unit} other {# units}}',
  'alert-messages.summary.triggered':
    '{changes, plural, one {Changed once} other {Changed # times}}, now Triggered: {alert} on {unit}',
  'alert-messages.summary.ok':
    '{changes, plural, one {Changed once} other {Changed # times}}, now OK: {alert} on {unit}',
  'alert-messages.several': '{state}: {names}',
  'alert-messages.several.more': '{state}: {names} and {more, number} more',
  'alert-messages.several.triggered': '{triggered, plural, one {# alert triggered} other {# alerts triggered}}',
  'alert-messages.several.over': '{over, plural, one {# alert OK again} other {# alerts OK again}}',
  'alert-messages.several.both':
    '{triggered, plural, one {# alert triggered} other {# alerts triggered}}, {over, number} OK again',
  'alert-messages.more': 'and {count, number} more',

  'alert-messages.by-edit': '{line}. It is OK because the alert was changed.',
  'alert-messages.unit-ended': '{unit}: {reason}',
  'alert-messages.event-triggered': '{unit}: event table {table}: an event has been going on since {at} ({timeZone})',
  'alert-messages.left-parked': '{unit}: event table {table}: left while parked at {at} ({timeZone})',
  'alert-messages.event-ok': '{unit}: event table {table}: the event ended at {at} ({timeZone})',
  'alert-messages.not-arrived': '{unit}: not in the place of {table} by {at} ({timeZone})',
  'alert-messages.arrived': '{unit}: in the place of {table} since {at} ({timeZone})',
  'alert-messages.unit-silent': '{unit}: no data from the unit since {at} ({timeZone})',
  'alert-messages.unit-sends': '{unit}: data from the unit again since {at} ({timeZone})',
  'alert-messages.source-silent': '{unit}: no data from {source} since {at} ({timeZone})',
  'alert-messages.source-sends': '{unit}: data from {source} again since {at} ({timeZone})',
  'alert-messages.value': '{unit}: {field} was {value} at {at} ({timeZone}) (limit: {limit})',
  'alert-messages.value-now':
    '{unit}: {field} is {value} at {at}, triggered since {since} ({timeZone}) (limit: {limit})',
  'alert-messages.no-value': '{unit}: {field} at {at} ({timeZone}) (limit: {limit})',

  'alert-messages.details': 'View, acknowledge or snooze the alert',
  'alert-messages.view': 'View the alert',
  'alert-messages.unsubscribe': 'Stop notifications about this alert',
  'alert-messages.why':
    'You get this mail because you own this alert or it was shared with you. To choose which notifications you get, see Notification Preferences in Settings:',
  'alert-messages.open-unit': 'Open the unit',
} as const
