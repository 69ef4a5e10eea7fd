import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'delivery-log.title': 'Zustellprotokoll',
  'delivery-log.refresh': 'Aktualisieren',
  'delivery-log.help':
    'Alarmbenachrichtigungen an Personen und Webhooks der letzten 90 Tage. Die Texte der Nachrichten werden hier nicht gespeichert.',
  'delivery-log.failed': 'Daten konnten nicht geladen werden.',
  'delivery-log.older': 'Ältere anzeigen',
  'delivery-log.none': 'Noch keine Benachrichtigungen. Sie erscheinen hier, wenn ein Alarm ausgelöst wird.',
  'delivery-log.none.filtered': 'Keine Benachrichtigungen entsprechen dem Filter.',
  'delivery-log.row': '{alert} an {recipient}',

  'delivery-log.filter.all': 'Alle',
  'delivery-log.entity': 'Organisation',
  'delivery-log.column.time': 'Zeit',
  'delivery-log.column.alert': 'Alarm',
  'delivery-log.column.what': 'Nachricht',
  'delivery-log.column.to': 'Empfänger',
  'delivery-log.channel': 'Kanal',
  'delivery-log.state': 'Status',
  'delivery-log.column.outcome': 'Ergebnis',

  'delivery-log.channel.mail': 'E-Mail',
  'delivery-log.channel.sms': 'SMS',
  'delivery-log.kind.alarm': 'Ausgelöst',
  'delivery-log.kind.reminder': 'Weiterhin ausgelöst',
  'delivery-log.kind.all-clear': 'Wieder OK',
  'delivery-log.kind.summary': 'Zusammenfassung',
  'delivery-log.kind.ended': 'Beendet',
  'delivery-log.state.waiting': 'Ausstehend',
  'delivery-log.state.sent': 'Gesendet',
  'delivery-log.state.failed': 'Fehlgeschlagen',
  'delivery-log.state.withheld': 'Zurückgehalten',

  'delivery-log.outcome.units': 'Zu {units, plural, one {# Gerät} other {# Geräten}}.',
  'delivery-log.outcome.delivered': 'Zugestellt {at}.',
  'delivery-log.outcome.attempts': '{attempts, plural, one {# Versuch} other {# Versuche}}.',
}
