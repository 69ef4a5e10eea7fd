import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'time-range.calendar.next-month': 'Nächster Monat',
  'time-range.calendar.previous-month': 'Vorheriger Monat',
  'time-range.calendar.next-year': 'Nächstes Jahr',
  'time-range.calendar.previous-year': 'Vorheriges Jahr',
  'time-range.calendar.next-decade': 'Nächstes Jahrzehnt',
  'time-range.calendar.previous-decade': 'Vorheriges Jahrzehnt',

  'time-range.day.clear': '{label} leeren',
  'time-range.time': 'Uhrzeit',
  'time-range.time.hours': '{label}, Stunden',
  'time-range.time.minutes': '{label}, Minuten',
  'time-range.time.seconds': '{label}, Sekunden',
  'time-range.time.am-pm': '{label}, AM oder PM',
  'time-range.skipped':
    'Am {day} wird die Uhr von {first} auf {next} vorgestellt. {wanted} gibt es an diesem Tag nicht.',

  'time-range.choose-dates': 'Zeitraum wählen',
  'time-range.pattern': 'JJJJ-MM-TT HH:mm:ss ~ JJJJ-MM-TT HH:mm:ss',
  'time-range.pattern.problem': 'Schreiben Sie {pattern}, mit dem Beginn vor dem Ende.',
  'time-range.from-time': 'Von, Uhrzeit',
  'time-range.to-time': 'Bis, Uhrzeit',
  'time-range.to-time.problem': 'Muss nach dem Beginn liegen',

  'time-range.shortcut.label': 'Schnellauswahl',
  'time-range.shortcut.today': 'Heute',
  'time-range.shortcut.yesterday': 'Gestern',
  'time-range.shortcut.last-7-days': 'Letzte 7 Tage',
  'time-range.shortcut.last-15-days': 'Letzte 15 Tage',
  'time-range.shortcut.this-month': 'Dieser Monat',
  'time-range.shortcut.last-month': 'Letzter Monat',

  'time-range.chart.24hr': '24 Std.',
  'time-range.chart.12hr': '12 Std.',
  'time-range.chart.30min': '30 Min.',
  'time-range.chart.10min': '10 Min.',
}
