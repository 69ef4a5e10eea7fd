import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'overview.add-widget': 'Ajouter un widget',
  'overview.empty': 'L’aperçu est vide',
  'overview.empty.template': 'Le modèle de cet appareil ne contient ni jauges, ni fiches, ni tableaux, ni cartes.',
  'overview.empty.no-template':
    'Cet appareil n’a pas encore de modèle. Un modèle définit les jauges, fiches, tableaux et cartes de l’aperçu. L’ajout du premier widget en crée un.',
}
