export const texts = {
  'retention.title': 'How long data is kept',
  'retention.help':
    'Days that records are kept, and the summaries for charts over wide ranges. A source without a number uses that of its entity, an entity without a number that of the portal. Older data is deleted permanently.',
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
  'retention.help-entity':
    'Days that the units of an entity keep records, and the summaries for charts over wide ranges. An entity without a number keeps data as long as the portal does; a source with a number of its own does not follow its entity. Older data is deleted permanently.',
  'retention.choose': 'Entity',
  'retention.failed': 'How long data is kept could not be read.',
  'retention.extent.failed': 'What there is could not be counted. You can save without it.',
  'retention.held':
    '{units, plural, =0 {No units} one {# unit} other {# units}} with {records, plural, =0 {no records} one {# record} other {# records}}{oldest, select, none {} other {, the oldest of {oldest}}}.',
  'retention.removes.records':
    'This deletes about {records, plural, one {# record} other {# records}} of {units, plural, one {# unit} other {# units}}, back to {oldest}, within a day.',
  'retention.removes.summaries':
    'It deletes summaries of {units, plural, one {# unit} other {# units}}, back to {oldest}, within a day.',
  'retention.removes.nothing':
    'Nothing is deleted today: nothing is old enough, or the units also belong to entities that keep data longer.',
  'retention.of-entity': '{name} keeps records {records} and summaries {summaries}.',
  'retention.for-days': 'for {days, plural, one {# day} other {# days}}',
  'retention.change': 'Change for the entire entity',
  'retention.gone': 'This is no longer there.',
} as const
