import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'imports.file': 'CSV-Datei',
  'imports.file.choose': 'Datei auswählen',
  'imports.file.too-large': 'Die Datei ist größer als {size}. Importieren Sie sie in Teilen.',
  'imports.file.reading': 'Datei wird gelesen …',
  'imports.working.long': '{text} Eine lange Datei dauert einige Sekunden.',
  'imports.column.not-imported': 'Nicht importiert',
  'imports.column.number': 'Spalte {number, number}',
  'imports.column.choose': 'Spalte auswählen',
  'imports.columns.ignored': 'Nicht importierte Spalten: {columns}',
  'imports.columns.choose': 'Spalten zuordnen',
  'imports.line': 'Zeile {line, number}',
  'imports.table.line': 'Zeile',
  'imports.table.verdict': 'Ergebnis',
  'imports.table.remarks': 'Bemerkungen',
  'imports.table.errors': 'Fehler',
  'imports.table.warnings': 'Warnungen',
  'imports.verdict.created': 'Neu',
  'imports.verdict.updated': 'Geändert',
  'imports.verdict.unchanged': 'Unverändert',
  'imports.verdict.invalid': 'Ungültig',
  'imports.verdict.done':
    'Importiert: {created, number} neu, {updated, number} geändert, {unchanged, number} unverändert, {invalid, number} ungültig.',
  'imports.verdict.preview':
    'Diese Datei: {created, number} neu, {updated, number} geändert, {unchanged, number} unverändert, {invalid, number} ungültig.',
  'imports.verdict.show-all': 'Alle {lines, number} Zeilen anzeigen, nicht nur die mit Bemerkungen',
  'imports.verdict.show-first': 'Die ersten {lines, number} Zeilen anzeigen, nicht nur die mit Bemerkungen',
  'imports.verdict.download': 'Ergebnisse herunterladen',
  'imports.verdict.left-out':
    '{lines, number} Zeilen sind aufgeführt, die mit Bemerkungen zuerst. {more, number} weitere sind nur gezählt.',
  'imports.verdict.lines': 'Zeilen der Datei',
  'imports.verdict.empty': 'Keine Zeile hat eine Bemerkung.',
}
