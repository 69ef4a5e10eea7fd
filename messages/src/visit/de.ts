import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'visit.closed': 'Dieser Link lässt sich nicht öffnen',
  'visit.closed.help':
    'Er ist vielleicht abgelaufen oder braucht ein Passwort. Wenn Sie eines haben, geben Sie es ein.',
  'visit.password': 'Passwort',
  'visit.open': 'Öffnen',
  'visit.failed': 'Das Portal ist nicht erreichbar. Versuchen Sie es noch einmal.',
  'visit.wrong': 'Der Link lässt sich mit diesem Passwort nicht öffnen.',
  'visit.ended': 'Dieser Link ist beendet',
  'visit.ended.help': 'Bitten Sie die Person, die ihn gesendet hat, um einen neuen.',
  'visit.live': 'Live',
  'visit.stale': 'Verbindung unterbrochen. Die Werte sind vielleicht veraltet.',
  'visit.fixed': 'Fester Zeitraum',
  'visit.range.between': '{from} bis {to}',
  'visit.range.minutes': '{minutes, plural, one {Letzte Minute} other {Letzte # Minuten}}',
  'visit.range.hours': '{hours, plural, one {Letzte Stunde} other {Letzte # Stunden}}',
  'visit.range.days': '{days, plural, one {Letzter Tag} other {Letzte # Tage}}',
  'visit.chart.failed': 'Das Diagramm konnte nicht geladen werden',
  'visit.events': 'Ereignisse von {title}',
  'visit.events.ended': 'Die Daten hinter dieser Tabelle wurden gelöscht. Es kommen keine neuen Ereignisse hinzu.',
  'visit.events.loading': 'Ereignisse werden geladen',
  'visit.events.failed': 'Die Ereignisse konnten nicht geladen werden',
  'visit.drawn.time-zone': 'Zeiten in {timeZone}.',
  'visit.drawn.more':
    'Die neuesten {shown, number} von {total, number} Ereignissen. Das Portal und seine CSV- und Excel-Dateien enthalten alle.',
  'visit.drawn.closed': 'Diese Seite ist für Berichte, die das Portal zeichnet.',
  'visit.incident': 'Vorfall',
  'visit.map': '{count, plural, one {Karte mit einem Gerät} other {Karte mit # Geräten}}',
  'visit.map.at': 'Stand: {when}',
  'visit.map.units': 'Geräte',
  'visit.map.none': 'Keines der Geräte hat eine Position.',
  'visit.map.no-position': 'Keine Position',
  'visit.map.failed': 'Die Positionen konnten nicht geladen werden',
}
