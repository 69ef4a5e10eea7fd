import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'calculations.title': 'Berechnete Datenquellen',
  'calculations.empty':
    'Noch keine berechneten Datenquellen. Eine Formel berechnet sie aus Werten dieses Geräts. Sie lassen sich wie jede andere Datenquelle anzeigen.',
  'calculations.used': 'Seit {start}, verwendet von {sources}',
  'calculations.since': 'Seit {start}',
  'calculations.filling': '{name} wird berechnet',
  'calculations.filling.waiting': 'Wartet auf den Start',
  'calculations.filling.records': 'Berechnung: {done, number} von {total, number} Datensätzen',
  'calculations.failed.read': 'Die berechneten Datenquellen konnten nicht abgerufen werden.',
  'calculations.failed.values': 'Die Werte dieses Geräts konnten nicht abgerufen werden.',
  'calculations.failed.create': 'Die Datenquelle konnte nicht erstellt werden.',
  'calculations.failed.change': 'Die Datenquelle konnte nicht geändert werden.',
  'calculations.failed.delete': 'Die Datenquelle konnte nicht gelöscht werden.',
  'calculations.failed.again': 'Bitte versuchen Sie es erneut.',
  'calculations.failed.equation': '{reason} Sie verwendet: {equation}',
  'calculations.failed.name': '{reason} unter dem Namen: {name}',
  'calculations.again': 'Erneut versuchen',
  'calculations.cancel': 'Abbrechen',
  'calculations.back': 'Zurück',

  'calculations.create.title': 'Neue Datenquelle erstellen',
  'calculations.create': 'Erstellen',
  'calculations.save': 'Speichern',
  'calculations.saving': 'Wird gespeichert …',
  'calculations.edit': '{name} bearbeiten',
  'calculations.edit.help':
    'Beim Speichern werden alle Datensätze dieser Datenquelle und der daraus berechneten Datenquellen neu berechnet.',
  'calculations.delete': 'Löschen',
  'calculations.delete.one': '{name} löschen',
  'calculations.delete.title': '{name} löschen?',
  'calculations.delete.help':
    'Alle ihre Datensätze werden gelöscht. Die Werte, aus denen sie berechnet wird, bleiben erhalten.',
  'calculations.delete.used':
    'Sie können sie nicht löschen, solange andere Datenquellen daraus berechnet werden: {sources}.',

  'calculations.name': 'Name',
  'calculations.name.fixed': 'Umbenennen nicht möglich: Diagramme und Tabellen verwenden diesen Namen.',
  'calculations.name.permanent': 'Diagramme und Tabellen verwenden diesen Namen. Er lässt sich später nicht ändern.',
  'calculations.name.result': 'Der Name wird {name} sein.',
  'calculations.values': 'Werte',
  'calculations.values.help': 'Die Zahlenwerte, die die Formel verwendet',
  'calculations.values.choose': 'Werte auswählen',
  'calculations.values.none': 'Dieses Gerät hat noch keine Zahlen gesendet.',
  'calculations.values.unknown': 'Nichts gefunden',
  'calculations.equation': 'Formel',
  'calculations.equation.help':
    'Zum Beispiel (tank.level - 1) * 2.5. Möglich sind + - * / ^, Klammern, min, max, abs, round, sqrt, log und weitere.',
  'calculations.equation.insert': 'In die Formel einfügen',
  'calculations.measure': 'Einheit',
  'calculations.measure.examples': 'm, °C, kWh',
  'calculations.start.date': 'Startdatum',
  'calculations.start.time': 'Startzeit',
  'calculations.start.later': 'Der Start liegt in der Zukunft. Vor {start} hat die Datenquelle keine Datensätze.',
  'calculations.result': 'Neuestes Ergebnis',
  'calculations.result.failed': 'Die neuesten Datensätze konnten nicht abgerufen werden.',
  'calculations.result.none': 'Keines: Ein Wert fehlt, oder die Formel teilt durch null.',
}
