import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'measures.system.sent': 'Telles qu’envoyées par les appareils',
  'measures.system.metric': 'Métriques',
  'measures.system.US': 'Américaines',
  'measures.by-dimension': 'Choisir par grandeur',
  'measures.choice.as-above': 'Comme ci-dessus',
  'measures.choice.as-sent': 'Telle qu’envoyée',
  'measures.dimension.temperature': 'Température',
  'measures.dimension.pressure': 'Pression',
  'measures.dimension.length': 'Longueur',
  'measures.dimension.area': 'Surface',
  'measures.dimension.volume': 'Volume',
  'measures.dimension.mass': 'Masse',
  'measures.dimension.volume-flow': 'Débit volumique',
  'measures.dimension.mass-flow': 'Débit massique',
  'measures.dimension.speed': 'Vitesse',
  'measures.dimension.energy': 'Énergie',
  'measures.dimension.power': 'Puissance',
}
