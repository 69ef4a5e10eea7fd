export const texts = {
  'retention.title': 'How long data is kept',
  'retention.help':
    'Days that records are kept, and the summaries for charts over wide ranges. A source without a number uses that of its entity, an entity without a number that of the portal. Older data is deleted permanently.',
  'retention.entity': 'Entity {name}',
  'retention.rawDays': 'Records',
  'retention.summaryDays': 'Summaries',
  'retention.of': 'of {name}, in days',
  'retention.days': '{days, plural, one {# day} other {# days}}',
  'retention.forever': 'forever',
  'retention.save': 'Save {name}',
  'retention.submit': 'Save',
  'retention.less.title': 'Keep less of {name}?',
  'retention.less': 'Keep less',
  'retention.removed.rawDays':
    'Records older than {days, plural, one {# day} other {# days}} are deleted permanently. They are kept for {before, plural, one {# day} other {# days}} now.',
  'retention.removed.rawDays.forever':
    'Records older than {days, plural, one {# day} other {# days}} are deleted permanently. They are kept forever now.',
  'retention.removed.summaryDays':
    'Summaries older than {days, plural, one {# day} other {# days}} are deleted permanently. They are kept for {before, plural, one {# day} other {# days}} now.',
  'retention.removed.summaryDays.forever':
    'Summaries older than {days, plural, one {# day} other {# days}} are deleted permanently. They are kept forever now.',
  'retention.new.both':
    'A new source of this unit keeps its records for {rawDays, plural, one {# day} other {# days}} and its summaries for {summaryDays, plural, one {# day} other {# days}}.',
  'retention.new.records':
    'A new source of this unit keeps its records for {days, plural, one {# day} other {# days}}.',
  'retention.new.summaries':
    'A new source of this unit keeps its summaries for {days, plural, one {# day} other {# days}}.',
  'retention.gone': 'This is no longer there.',
} as const
