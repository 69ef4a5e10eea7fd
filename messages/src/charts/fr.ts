import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'charts.role': 'graphique',
  'charts.label': '{title} : {series} au fil du temps',
  'charts.help':
    'Les flèches gauche et droite lisent les valeurs ; avec Maj, elles déplacent la période. Plus et moins zooment. Entrée fixe la ligne verticale si elle est activée. Échap affiche toute la période.',
  'charts.reading': '{at} : {values}',
  'charts.reading.pinned': 'Fixée. {at} : {values}',
  'charts.latest': 'Actuel',
  'charts.last-in-range': 'Fin de la période',
}
