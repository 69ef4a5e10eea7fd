import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'time-range.calendar.next-month': 'Mois suivant',
  'time-range.calendar.previous-month': 'Mois précédent',
  'time-range.calendar.next-year': 'Année suivante',
  'time-range.calendar.previous-year': 'Année précédente',
  'time-range.calendar.next-decade': 'Décennie suivante',
  'time-range.calendar.previous-decade': 'Décennie précédente',

  'time-range.day.clear': 'Effacer {label}',
  'time-range.time': 'Heure',
  'time-range.time.hours': '{label}, heures',
  'time-range.time.minutes': '{label}, minutes',
  'time-range.time.seconds': '{label}, secondes',
  'time-range.time.am-pm': '{label}, AM ou PM',
  'time-range.skipped': 'Le {day}, l’heure passe de {first} à {next} : {wanted} n’existe pas ce jour-là.',

  'time-range.choose-dates': 'Choisir les dates',
  'time-range.pattern': 'AAAA-MM-JJ HH:mm:ss ~ AAAA-MM-JJ HH:mm:ss',
  'time-range.pattern.problem': 'Utilisez le format {pattern}, le début avant la fin.',
  'time-range.from-time': 'Heure de début',
  'time-range.to-time': 'Heure de fin',
  'time-range.to-time.problem': 'Doit être après le début',

  'time-range.shortcut.label': 'Raccourcis',
  'time-range.shortcut.today': 'Aujourd’hui',
  'time-range.shortcut.yesterday': 'Hier',
  'time-range.shortcut.last-7-days': '7 derniers jours',
  'time-range.shortcut.last-15-days': '15 derniers jours',
  'time-range.shortcut.this-month': 'Ce mois-ci',
  'time-range.shortcut.last-month': 'Mois dernier',

  'time-range.chart.24hr': '24 h',
  'time-range.chart.12hr': '12 h',
  'time-range.chart.30min': '30 min',
  'time-range.chart.10min': '10 min',
}
