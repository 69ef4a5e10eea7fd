import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'report-mails.subject': '{report} von {unit}: {period}',
  'report-mails.subject.stopped': 'Nicht mehr gesendet: {report} von {unit}',
  'report-mails.attached':
    'Im Anhang finden Sie den Bericht von {unit} für {period}: {file} mit {rows, plural, one {einer Zeile} other {# Zeilen}}.',
  'report-mails.nothing': 'Für {unit} gab es nichts zu berichten ({period}): {file} enthält nur die Überschriften.',
  'report-mails.too-long':
    'Der Bericht von {unit} für {period} ist größer als 10 MB und damit zu groß für eine E-Mail. Laden Sie ihn im Portal herunter.',
  'report-mails.stopped': '„{report}“ von {unit} wird nicht mehr gesendet. {reason}',
  'report-mails.time-zone': 'Zeiten in {timeZone}.',
  'report-mails.compared': 'Verglichen mit {period}:',
  'report-mails.compared.none': 'Der andere Monat hat diese Tage nicht, daher gibt es nichts zu vergleichen.',
  'report-mails.figure': '{name}: {value} (verglichen: {compared}, Änderung: {change})',
  'report-mails.figure.sum': 'Summe',
  'report-mails.figure.mean': 'Mittelwert',
  'report-mails.figure.min': 'Min.',
  'report-mails.figure.max': 'Max.',
  'report-mails.notes': 'Notizen dieses Zeitraums (Zeiten in {timeZone}):',
  'report-mails.notes.more':
    '{count, plural, one {Die neueste Notiz ist} other {Die neuesten # Notizen sind}} aufgeführt. Die Datei und das Portal enthalten mehr.',
  'report-mails.view': '{period} im Portal ansehen',
  'report-mails.schedule': 'Zeitplan und frühere Berichte ansehen',
  'report-mails.unsubscribe': 'Diesen Bericht abbestellen',

  'report-mails.column.messageUTC': 'Zeit (UTC)',
  'report-mails.column.startUTC': 'Beginn (UTC)',
  'report-mails.column.endUTC': 'Ende (UTC)',
  'report-mails.column.source': 'Quelle',
  'report-mails.column.note': 'Notiz',
  'report-mails.column.duration': 'Dauer (ms)',
  'report-mails.column.tag': 'Markierung',
  'report-mails.column.ongoing': 'Dauert an',
  'report-mails.column.coordinates': 'Koordinaten',
  'report-mails.column.line': 'Zeile',
  'report-mails.column.reason': 'Grund',
  'report-mails.column.least': '{name} Minimum',
  'report-mails.column.greatest': '{name} Maximum',
  'report-mails.column.mean': '{name} Mittelwert',
  'report-mails.yes': 'ja',
  'report-mails.no': 'nein',
  'report-mails.duration': '{days, plural, one {# Tag} other {# Tage}} {time}',
}
