import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'sensors.retrieving': 'Récupération…',
  'sensors.missing': 'Inconnu',
  'sensors.failed': 'Impossible de récupérer les données',
  'sensors.empty': 'inconnu',
}
