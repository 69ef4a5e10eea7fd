import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'charts.role': 'Diagramm',
  'charts.label': '{title}: {series} im Zeitverlauf',
  'charts.help':
    'Pfeil links und rechts lesen Werte vor; mit der Umschalttaste verschieben sie den Zeitraum. Plus und Minus zoomen. Enter fixiert die vertikale Linie, wenn sie eingeschaltet ist. Escape zeigt den ganzen Zeitraum.',
  'charts.reading': '{at}: {values}',
  'charts.reading.pinned': 'Fixiert. {at}: {values}',
  'charts.latest': 'Aktuell',
  'charts.last-in-range': 'Letzte im Zeitraum',
}
