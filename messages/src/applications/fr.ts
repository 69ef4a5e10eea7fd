import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'applications.title': 'Applications',
  'applications.failed': 'Impossible d’afficher les applications',
  'applications.empty': 'Aucune application',
  'applications.empty.help': 'Les applications apparaissent ici lorsque votre administrateur les ajoute.',
  'applications.not-found': 'Application introuvable',
  'applications.not-found.help': 'Elle a peut-être été supprimée, ou elle appartient à une autre entité.',
  'applications.to-all': 'Voir toutes les applications',
  'applications.of-unit': '{app} de {unit}',
  'applications.no-tab': 'Page introuvable',
  'applications.no-tab.help': 'Cet appareil n’a pas d’application de ce nom. L’adresse est peut-être mal saisie.',
  'applications.to-overview': 'Aller à l’aperçu',
  'applications.not-allowed': 'Vous ne pouvez pas ouvrir {name}',
  'applications.not-allowed.help':
    'Cet appareil dispose de l’application, mais votre entité n’y a pas accès. Demandez l’accès à votre administrateur.',
}
