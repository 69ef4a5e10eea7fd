import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'time-range.calendar.next-month': 'Mes siguiente',
  'time-range.calendar.previous-month': 'Mes anterior',
  'time-range.calendar.next-year': 'Año siguiente',
  'time-range.calendar.previous-year': 'Año anterior',
  'time-range.calendar.next-decade': 'Década siguiente',
  'time-range.calendar.previous-decade': 'Década anterior',

  'time-range.day.clear': 'Borrar {label}',
  'time-range.time': 'Hora',
  'time-range.time.hours': '{label}, horas',
  'time-range.time.minutes': '{label}, minutos',
  'time-range.time.seconds': '{label}, segundos',
  'time-range.time.am-pm': '{label}, a. m. o p. m.',
  'time-range.skipped': 'El {day} el reloj pasa de las {first} a las {next}: ese día no existen las {wanted}.',

  'time-range.choose-dates': 'Elegir fechas',
  'time-range.pattern': 'AAAA-MM-DD HH:mm:ss ~ AAAA-MM-DD HH:mm:ss',
  'time-range.pattern.problem': 'Use el formato {pattern}, con el inicio antes del fin.',
  'time-range.from-time': 'Hora de inicio',
  'time-range.to-time': 'Hora de fin',
  'time-range.to-time.problem': 'Debe ser posterior al inicio',

  'time-range.shortcut.label': 'Accesos rápidos',
  'time-range.shortcut.today': 'Hoy',
  'time-range.shortcut.yesterday': 'Ayer',
  'time-range.shortcut.last-7-days': 'Últimos 7 días',
  'time-range.shortcut.last-15-days': 'Últimos 15 días',
  'time-range.shortcut.this-month': 'Este mes',
  'time-range.shortcut.last-month': 'Mes pasado',

  'time-range.chart.24hr': '24 h',
  'time-range.chart.12hr': '12 h',
  'time-range.chart.30min': '30 min',
  'time-range.chart.10min': '10 min',
}
