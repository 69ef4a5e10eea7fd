import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'charts.role': 'gráfico',
  'charts.label': '{title}: {series} a lo largo del tiempo',
  'charts.help':
    'Las flechas izquierda y derecha leen los valores; con Mayús desplazan el periodo. Más y menos amplían y reducen. Intro fija la línea vertical si está activada. Escape muestra todo el periodo.',
  'charts.reading': '{at}: {values}',
  'charts.reading.pinned': 'Fijada. {at}: {values}',
  'charts.latest': 'Actual',
  'charts.last-in-range': 'Fin del periodo',
}
