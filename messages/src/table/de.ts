import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'table.empty': 'Keine Daten verfügbar',
  'table.select.page': 'Diese Seite auswählen',
  'table.select.rows': 'Alle Zeilen dieser Seite auswählen',
  'table.select.all': 'Alle {count, number} auswählen',
  'table.select.none': 'Auswahl aufheben',
  'table.select.row': '{row} auswählen',
  'table.actions.row': 'Aktionen für {row}',
  'table.actions': 'Aktionen',
  'table.sort': 'Sortieren nach',
  'table.sort.none': 'Nicht sortiert',
  'table.sort.by': 'Nach {column}',
  'table.sort.ascending': 'Aufsteigend sortieren',
  'table.sort.descending': 'Absteigend sortieren',
  'table.rows': 'Zeilen pro Seite',
  'table.range':
    '{count, plural, =0 {0 von 0} one {{first, number}–{last, number} von #} other {{first, number}–{last, number} von #}}',
  'table.range.selected': '{range}, {selected, number} ausgewählt',
  'table.pages': 'Seiten von {label}',
  'table.previous': 'Zurück',
  'table.next': 'Weiter',
  'table.page': 'Seite {number}',
  'table.last': 'Letzte Seite',
  'table.jump': 'Zu einer Seite von {label}',
  'table.jump.page': 'Seite, 1 bis {last, number}',
  'table.jump.of': 'von {last, number}',
  'table.jump.go': 'Los',
}
