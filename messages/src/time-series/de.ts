import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'time-series.range.historical': 'Zeitraum',
  'time-series.range.view': 'Verlauf anzeigen',
  'time-series.range.live': 'Zurück zu Live',
  'time-series.range.label': 'Zeitraum der Diagramme',
  'time-series.shown.live.minutes': 'Live, {minutes, plural, one {letzte Minute} other {letzte # Minuten}}',
  'time-series.shown.live.hours': 'Live, {hours, plural, one {letzte Stunde} other {letzte # Stunden}}',
  'time-series.shown.live.range': 'Live, {from} – {to}',
  'time-series.shown.historical': 'Verlauf, {from} – {to}',

  'time-series.tools': 'Diagrammwerkzeuge',
  'time-series.vertical-line': 'Vertikale Linie',
  'time-series.download.all': 'Alle Diagramme als CSV herunterladen',
  'time-series.download.one': '{title} als CSV herunterladen',
  'time-series.download.visible': 'Sichtbare Zeitreihen',
  'time-series.download.every': 'Alle Zeitreihen',
  'time-series.download.progress': '{megabytes, number} MB',
  'time-series.download.failed': 'Die CSV-Datei konnte nicht erstellt werden. Bitte versuchen Sie es erneut.',

  'time-series.empty': 'Noch keine Diagramme',
  'time-series.empty.help':
    'Die Vorlage dieses Geräts hat keine Diagramme. Diagramme zeigen die Werte der letzten 24 Stunden live.',
  'time-series.state.unit-not-found': 'Gerät nicht gefunden',
  'time-series.state.failed': 'Fehler beim Abrufen des Werts',
  'time-series.state.loading': 'Daten werden geladen …',
  'time-series.state.missing': 'Diese Daten gibt es nicht',
  'time-series.state.missing.hint':
    'Das Gerät hat diese Daten noch nicht gesendet. Sie erscheinen hier, sobald sie eintreffen.',
  'time-series.state.empty': 'k. A.',
  'time-series.state.empty.text': 'Diese Felder enthalten keine Zahlen. Diagramme zeigen nur Zahlen.',
  'time-series.state.empty.range': 'Keine Werte in diesem Zeitraum.',
  'time-series.state.empty.live':
    'Keine Werte in den letzten 24 Stunden. Neue Werte erscheinen, sobald sie eintreffen.',
  'time-series.state.empty.latest': 'Keine Werte in den letzten 24 Stunden. Zuletzt: {latest}.',
  'time-series.state.show-latest': 'Neueste Daten anzeigen',

  'time-series.events.choose': 'Ereignisse in den Diagrammen',
  'time-series.events.none': 'Keine Ereignisse',
  'time-series.events.shown': '{count, plural, one {# Ereignis} other {# Ereignisse}} mit {comparison}',
  'time-series.events.failed': 'Die Ereignisse konnten nicht geladen werden.',
  'time-series.events.back': 'Zurück zu Ereignissen',
  'time-series.alert.open': 'Alarm anzeigen',
  'time-series.alert.failed': 'Der Alarm konnte nicht geladen werden.',
  'time-series.alert.shown': '{name}: {count, plural, one {#-mal} other {#-mal}} ausgelöst',
  'time-series.alert.shown.where': '{name}: {count, plural, one {#-mal} other {#-mal}} ausgelöst mit {comparison}',

  'time-series.sensors': 'Sensorwerkzeuge',
  'time-series.sensors.newest': 'Neuester Wert: {name}',
  'time-series.sensors.value': 'Wert',
  'time-series.sensors.updated': 'Zuletzt aktualisiert',
  'time-series.sensors.retrieving': 'Wird geladen …',
  'time-series.sensors.calibrate': 'Kalibrieren',
  'time-series.sensors.calibrate.frame': 'Kalibrierung der Sensoren',
  'time-series.sensors.pause': 'Messungen anhalten',
  'time-series.sensors.resume': 'Messungen fortsetzen',
  'time-series.sensors.export': 'Daten exportieren',
}
