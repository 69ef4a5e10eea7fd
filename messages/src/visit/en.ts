export const texts = {
  'visit.range.between': '{from} to {to}',
  'visit.range.minutes': '{minutes, plural, one {Last minute} other {Last # minutes}}',
  'visit.range.hours': '{hours, plural, one {Last hour} other {Last # hours}}',
  'visit.range.days': '{days, plural, one {Last day} other {Last # days}}',
  'visit.chart.failed': 'Failed to load the chart',
  'visit.events': 'Events of {title}',
  'visit.events.ended': 'The data behind this table was deleted. There will be no new events.',
  'visit.drawn.time-zone': 'Times are in {timeZone}.',
  'visit.drawn.more':
    'The newest {shown, number} of {total, number} events. The portal and its CSV and Excel files have all.',
  'visit.drawn.closed': 'This page is for reports that the portal draws.',
} as const
