import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'unit.tabs': 'Gerät',
  'unit.overview': 'Übersicht',
  'unit.time-series': 'Zeitreihen',
  'unit.events': 'Ereignisse',
  'unit.management': 'Verwaltung',
  'unit.back': 'Zurück zu allen Geräten',
  'unit.more': 'Weitere Aktionen für diese Seite',
  'unit.loading': 'Gerät wird geladen',
  'unit.not-found': 'Gerät nicht gefunden',
  'unit.not-found.help':
    'Es gibt kein Gerät {dataId}, oder Sie haben keinen Zugriff auf seine Organisation. Prüfen Sie die dataID in der Adresse.',
  'unit.not-found.all': 'Alle Geräte anzeigen',
  'unit.failed': 'Daten konnten nicht abgerufen werden.',
  'unit.failed.help': 'Das Portal hat nicht geantwortet. Prüfen Sie Ihre Verbindung.',
  'unit.retry': 'Erneut versuchen',
  'unit.why': 'Warum?',
  'unit.why.silent': 'Warum sendet dieses Gerät nicht?',
  'unit.deactivated': 'Deaktiviert',
  'unit.trial': 'Dieses Gerät testet seit {at} eine Änderung der Vorlage „{title}“. Andere Geräte zeigen sie nicht.',
  'unit.trial.by':
    'Dieses Gerät testet seit {at} eine Änderung der Vorlage „{title}“, begonnen von {by}. Andere Geräte zeigen sie nicht.',
  'unit.trial.use': '{count, plural, one {Für alle Geräte übernehmen} other {Für alle # Geräte übernehmen}}',
  'unit.trial.use.title':
    '{count, plural, one {Änderung für alle Geräte übernehmen?} other {Änderung für alle # Geräte übernehmen?}}',
  'unit.trial.use.confirm': 'Für alle übernehmen',
  'unit.trial.use.help':
    '„{title}“ wird zu dem, was dieses Gerät zeigt. Sie können zu einer früheren Version zurückkehren.',
  'unit.trial.discard': 'Verwerfen',
  'unit.trial.discard.title': 'Änderung verwerfen?',
  'unit.trial.discard.help': 'Dieses Gerät zeigt wieder „{title}“. Die hier vorgenommenen Änderungen werden gelöscht.',
  'unit.trial.differences': 'Unterschiede',
  'unit.trial.differences.failed': 'Die Unterschiede konnten nicht geladen werden',
  'unit.trial.conflict':
    'Nichts wurde überschrieben. Prüfen Sie die hier gezeigte neuere Version und versuchen Sie es erneut.',
}
