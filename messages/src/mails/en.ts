/** Mails about what a deletion or a change ended, and what mails have in common. */
export const texts = {
  'mails.greeting': 'Hello,',
  'mails.greeting.name': 'Hello {name},',

  'mails.link': '{text}: {url}',

  'mails.place-deleted': 'The place {place} was deleted.',
  'mails.place-deleted.subject': 'A place that you use was deleted',
  'mails.place-deleted.act': 'Create an event table for another place, or delete the alerts:',
  'mails.place-left': 'The unit no longer belongs to the entity of this place.',
  'mails.place-left.subject': 'A place no longer counts for a unit',
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
  'mails.handed-over.no-admin': 'There is no admin to notify.',
  'mails.handed-over.subject': 'You own alerts now',
  'mails.left-out-of-alert': 'The unit was removed from the alert.',
  'mails.handed-over.one': 'You now own the alert “{alert}”.',
  'mails.handed-over.act': 'You get their notifications and can change or share them:',
  'mails.given-back': 'Its own owners can be notified again.',
  'mails.given-back.subject': 'Alerts are back with their owners',
  'mails.given-back.one': 'You no longer own the alert “{alert}”.',
  'mails.given-back.act': 'You still own the alerts that you created or that others gave you:',
  'mails.no-recipients': 'This report has no other recipients.',
  'mails.no-recipients.subject': 'Scheduled reports have no recipients',
  'mails.no-recipients.act': 'Choose other recipients, or delete the reports:',

  'mails.unit-moved':
    '{count, plural, one {The unit {names} moved to another entity.} other {# units moved to another entity: {names}.}}',
  'mails.unit-shared':
    '{count, plural, one {The unit {names} is shared with another entity.} other {# units are shared with another entity: {names}.}}',
  'mails.alert-left': 'You no longer follow the alert “{alert}” on {unit}.',
  'mails.handed-over.triggered': 'You now own the alert “{alert}”, which is triggered.',
  'mails.no-longer-followed.subject': 'Alerts that you no longer follow',
  'mails.no-longer-followed.act':
    'You can’t see these units any more. For questions, ask an admin of their entity. Your other alerts:',
  'mails.several.subject': 'Changes to your alerts and reports',
  'mails.ended.subject': 'Something that you use ended',
  'mails.ended.act': 'Change what ended, or delete it:',
  'mails.changed-by': 'By {name}.',
  'mails.users-enabled': '{count, plural, one {{names} was enabled.} other {{names} were enabled.}}',
  'mails.users-moved':
    '{count, plural, one {{names} moved to another entity.} other {{names} moved to another entity.}}',
  'mails.place-changed': 'The place {place} was changed.',
  'mails.places-imported': 'Places were imported.',

  'mails.webhook.subject': 'The webhook {webhook} was switched off',
  'mails.webhook.what':
    'The webhook {webhook} has accepted nothing for three days and was switched off. The last error:',
  'mails.webhook.act': 'It no longer gets alerts. When it works again, switch it on in Settings and send a test:',
} as const
