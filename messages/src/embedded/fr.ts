import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'embedded.failed': 'L’application ne peut pas être ouverte',
  'embedded.failed.refused': 'Son adresse n’est pas autorisée ici. L’exploitant du portail peut la corriger.',
  'embedded.failed.blocked': 'Elle a été ajoutée après l’ouverture de cette page. Rechargez la page pour l’ouvrir.',
  'embedded.failed.silent': 'Elle ne répond pas. Elle est peut-être arrêtée ou inaccessible depuis votre réseau.',
  'embedded.reload': 'Recharger la page',
  'embedded.try-again': 'Réessayer',
  'embedded.new-tab': 'Ouvrir dans un nouvel onglet',
}
