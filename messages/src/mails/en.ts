/** Mails about what a deletion or a change ended, and what mails have in common. */
export const texts = {
  'mails.greeting': 'Hello,',
  'mails.greeting.name': 'Hello {name},',

  'mails.link': '{text}: {url}',

  'mails.source-deleted': 'The source {source} of {unit} was deleted.',
  'mails.source-deleted.subject': 'A source that you use was deleted',
  'mails.source-deleted.act': 'Change them to use another source, or delete them:',
  'mails.source-moved': 'The source {source} of {unit} now belongs to the unit {to}.',
  'mails.source-moved.subject': 'A source that you use has moved',
  'mails.source-moved.act': 'Set them up again for the new unit, or delete them:',
  'mails.table-deleted': 'The event table {table} of {unit} was deleted.',
  'mails.table-deleted.subject': 'An event table that you use was deleted',
  'mails.table-deleted.act': 'Change them to watch something else, or delete them:',
  'mails.unit-deleted': 'The unit {unit} was deleted.',
  'mails.unit-deleted.subject': 'The unit {unit} was deleted',
  'mails.unit-deleted.act': 'Change what ended to watch another unit, or delete it:',
  'mails.users-deleted': '{count, plural, one {{names} was deleted.} other {{names} were deleted.}}',
  'mails.users-disabled': '{count, plural, one {{names} was disabled.} other {{names} were disabled.}}',
  'mails.users-see-less': '{names} can no longer see all units.',
  'mails.entity-disabled': '{entity} was disabled.',
  'mails.entity-enabled': '{entity} was enabled.',

  'mails.alert-ended': 'The alert “{alert}” ended.',
  'mails.alert-continues': 'The alert “{alert}” continues on its other units.',
  'mails.report-paused': 'The scheduled report “{report}” is paused.',
  'mails.report-deleted': 'The scheduled report “{report}” was deleted.',

  'mails.handed-over': 'Handed over to {names}.',
  'mails.handed-over.to-nobody': 'There is no admin to notify.',
  'mails.handed-over.subject': 'You own alerts now',
  'mails.handed-over.one': 'You now own the alert “{alert}”.',
  'mails.handed-over.act': 'You get their notifications and can change or share them:',
  'mails.given-back': 'Its own owners can be notified again.',
  'mails.given-back.subject': 'Alerts are back with their owners',
  'mails.given-back.one': 'You no longer own the alert “{alert}”.',
  'mails.given-back.act': 'You still own the alerts that you created or that others gave you:',
  'mails.no-recipients': 'This report has no other recipients.',
  'mails.no-recipients.subject': 'Scheduled reports have no recipients',
  'mails.no-recipients.act': 'Choose other recipients, or delete the reports:',

  'mails.webhook.subject': 'The webhook {webhook} was switched off',
  'mails.webhook.what':
    'The webhook {webhook} has accepted nothing for three days and was switched off. The last error:',
  'mails.webhook.act': 'It no longer gets alerts. When it works again, switch it on in Settings and send a test:',
} as const
