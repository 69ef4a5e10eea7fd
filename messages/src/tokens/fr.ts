import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'tokens.title': 'Jetons',
  'tokens.help':
    'Un jeton d’entité reste valable quand des personnes partent. Il n’agit que dans cette entité, pas dans ses sous-entités. Une entité en a au plus {most, number}.',
  'tokens.entity': 'Entité',
  'tokens.none':
    'Aucun jeton. Ajoutez-en un pour un programme qui appartient à l’entité et non à une personne, comme une passerelle qui envoie pour de nombreux appareils.',
  'tokens.own': 'Jetons pour programmes',
  'tokens.own.none':
    'Aucun. Un programme se connecte avec un jeton au lieu de votre mot de passe. Il peut faire ce que vous pouvez faire, dans la limite des droits que vous choisissez.',
  'tokens.failed': 'Impossible de charger les jetons',
  'tokens.full': 'Il y a {most, number} jetons, le maximum autorisé. Révoquez-en un qui ne sert plus.',
  'tokens.all': 'Afficher les {count, number} jetons',
  'tokens.fewer': 'Afficher moins de jetons',
  'tokens.secret':
    'Les programmes l’envoient sous la forme « Authorization: Bearer … ». Il n’est affiché que maintenant. Copiez-le là où le programme conserve ses secrets.',
  'tokens.secret.lost':
    'Il n’est affiché que maintenant. Sans lui, le jeton est inutile : révoquez-le et ajoutez-en un autre.',

  'tokens.add': 'Ajouter un jeton',
  'tokens.add.title': 'Ajouter un jeton',
  'tokens.add.submit': 'Ajouter',
  'tokens.name': 'Nom',
  'tokens.name.help': 'À quoi il sert. Le journal d’activité affiche les modifications du programme sous ce nom.',
  'tokens.name.example': 'Rapport de nuit',
  'tokens.role': 'Agit en tant que',
  'tokens.role.viewer': 'Lecteur de cette entité uniquement',
  'tokens.role.admin': 'Administrateur de cette entité uniquement',
  'tokens.scopes': 'Droits',
  'tokens.life': 'Valable',
  'tokens.life.days': '{days, plural, one {# jour} other {# jours}}',
  'tokens.life.year': 'Un an',

  'tokens.scope.read': 'Lire',
  'tokens.scope.read.help': 'Lire appareils, enregistrements, alertes et paramètres.',
  'tokens.scope.manage-units': 'Gérer les appareils',
  'tokens.scope.manage-units.help': 'Ajouter et modifier des appareils et leur envoyer des requêtes.',
  'tokens.scope.manage-templates': 'Gérer les modèles',
  'tokens.scope.manage-templates.help':
    'Ajouter, modifier et supprimer les modèles partagés et ceux propres aux appareils.',
  'tokens.scope.manage-alerts': 'Gérer les alertes',
  'tokens.scope.manage-alerts.help': 'Ajouter, modifier et supprimer des alertes.',
  'tokens.scope.write-notes': 'Écrire des notes',
  'tokens.scope.write-notes.help': 'Ajouter des notes aux appareils et modifier ses propres notes.',
  'tokens.scope.write-incidents': 'Écrire des incidents',
  'tokens.scope.write-incidents.help': 'Enregistrer des incidents et modifier ses propres incidents.',
  'tokens.scope.send-for-units': 'Envoyer pour des appareils',
  'tokens.scope.send-for-units.help': 'Envoyer des enregistrements par HTTP au nom de tout appareil de l’entité.',
  'tokens.scope.import-sims': 'Importer des cartes SIM',
  'tokens.scope.import-sims.help': 'Importer, ajouter et modifier des cartes SIM.',
  'tokens.scope.metrics': 'Métriques',
  'tokens.scope.metrics.help': 'Lire les métriques de tout le portail, comme Prometheus.',

  'tokens.expired': 'Expiré',
  'tokens.acts.by': 'Agit en tant {role, select, admin {qu’administrateur} other {que lecteur}}, créé par {creator}.',
  'tokens.acts': 'Agit en tant {role, select, admin {qu’administrateur} other {que lecteur}}.',
  'tokens.begins': 'Commence par {beginning}',
  'tokens.expires': 'Expire : {expires}.',
  'tokens.expired.at': 'Expiré : {expires}.',
  'tokens.used.never': 'Jamais utilisé.',
  'tokens.used.last': 'Dernière utilisation {used} depuis {address}.',

  'tokens.revoke': 'Révoquer',
  'tokens.revoke.one': 'Révoquer {name}',
  'tokens.revoke.title': 'Révoquer {name} ?',
  'tokens.revoke.text':
    'Les programmes qui l’utilisent cessent immédiatement de fonctionner et ont besoin d’un nouveau jeton. Cette action est irréversible.',
  'tokens.revoke.failed': 'Le jeton n’a pas été révoqué.',
  'tokens.revoke.all': 'Révoquer aussi {count, plural, one {votre jeton} other {vos # jetons}} pour programmes',
  'tokens.revoke.all.help':
    'Faites-le si quelqu’un d’autre connaît peut-être votre mot de passe. Les programmes qui les utilisent cesseront de fonctionner.',
}
