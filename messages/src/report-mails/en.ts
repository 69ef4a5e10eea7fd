/** Mails with scheduled reports. */
export const texts = {
  'report-mails.subject': '{report} of {unit}: {period}',
  'report-mails.subject.stopped': 'No longer sent: {report} of {unit}',
  'report-mails.attached':
    'Attached is the report of {unit} for {period}: {file} with {rows, plural, one {one row} other {# rows}}.',
  'report-mails.nothing': 'There was nothing to report of {unit} for {period}: {file} has only its headings.',
  'report-mails.too-long':
    'The report of {unit} for {period} is longer than 10 MB, which is too long for a mail. Download it in the portal.',
  'report-mails.stopped': '“{report}” of {unit} is no longer sent. {reason}',
  'report-mails.time-zone': 'Times are in {timeZone}.',
  'report-mails.compared': 'Compared with {period}:',
  'report-mails.compared.none': 'The other month doesn’t have these dates, so there is nothing to compare.',
  'report-mails.figure': '{name}: {value} (compared: {compared}, change: {change})',
  'report-mails.figure.sum': 'Sum',
  'report-mails.figure.mean': 'Mean',
  'report-mails.figure.min': 'Min',
  'report-mails.figure.max': 'Max',
  'report-mails.notes': 'Notes of this period (times in {timeZone}):',
  'report-mails.notes.more':
    'The newest {count, plural, one {note is} other {# notes are}} listed. The file and the portal have more.',
  'report-mails.view': 'View {period} in the portal',
  'report-mails.schedule': 'View the schedule and earlier reports',
  'report-mails.unsubscribe': 'Unsubscribe from this report',

  // Headings and words in the attached files; in English as in downloads.
  'report-mails.column.messageUTC': 'messageUTC',
  'report-mails.column.startUTC': 'startUTC',
  'report-mails.column.endUTC': 'endUTC',
  'report-mails.column.source': 'source',
  'report-mails.column.note': 'note',
  'report-mails.column.duration': 'duration',
  'report-mails.column.tag': 'tag',
  'report-mails.column.ongoing': 'ongoing',
  'report-mails.column.coordinates': 'coordinates',
  'report-mails.column.line': 'line',
  'report-mails.column.reason': 'reason',
  'report-mails.column.least': '{name}.least',
  'report-mails.column.greatest': '{name}.greatest',
  'report-mails.column.mean': '{name}.mean',
  'report-mails.yes': 'yes',
  'report-mails.no': 'no',
  'report-mails.duration': '{days} days {time}',
} as const
