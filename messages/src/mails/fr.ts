import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'mails.greeting': 'Bonjour,',
  'mails.greeting.name': 'Bonjour {name},',

  'mails.link': '{text} : {url}',

  'mails.place-deleted': 'Le lieu {place} a été supprimé.',
  'mails.place-deleted.subject': 'Un lieu que vous utilisez a été supprimé',
  'mails.place-deleted.act': 'Créez une table d’événements pour un autre lieu, ou supprimez les alertes :',
  'mails.place-left': 'L’appareil n’appartient plus à l’entité de ce lieu.',
  'mails.place-left.subject': 'Un lieu ne compte plus pour un appareil',
  'mails.source-deleted': 'La source {source} de {unit} a été supprimée.',
  'mails.source-deleted.subject': 'Une source que vous utilisez a été supprimée',
  'mails.source-deleted.act': 'Modifiez-les pour utiliser une autre source, ou supprimez-les :',
  'mails.data-id-changed': 'L’appareil {unit} a maintenant le dataID {to}.',
  'mails.source-moved': 'La source {source} de {unit} appartient désormais à l’appareil {to}.',
  'mails.source-moved.subject': 'Une source que vous utilisez a été déplacée',
  'mails.source-moved.act': 'Configurez-les à nouveau pour le nouvel appareil, ou supprimez-les :',
  'mails.chart-renamed': 'Le graphique {chart} s’appelle désormais {to}.',
  'mails.chart-deleted': 'Le graphique {chart} a été supprimé.',
  'mails.event-report-deleted': 'Le rapport {chart} a été supprimé.',
  'mails.table-changed': 'La table d’événements {table} recherche maintenant {comparison}.',
  'mails.alert-deleted.subject': 'Une alerte qui vous appartient a été supprimée',
  'mails.alert-deleted.act': 'Vos autres alertes :',
  'mails.unit-deactivated':
    '{count, plural, one {L’appareil {names} a été désactivé.} other {# appareils ont été désactivés : {names}.}}',
  'mails.template-changed':
    '{count, plural, one {L’appareil {names} affiche un autre modèle.} other {# appareils affichent un autre modèle : {names}.}}',
  'mails.table-deleted': 'Le tableau d’événements {table} de {unit} a été supprimé.',
  'mails.table-deleted.subject': 'Un tableau d’événements que vous utilisez a été supprimé',
  'mails.table-deleted.act': 'Modifiez-les pour surveiller autre chose, ou supprimez-les :',
  'mails.unit-deleted': 'L’appareil {unit} a été supprimé.',
  'mails.unit-deleted.subject': 'L’appareil {unit} a été supprimé',
  'mails.unit-deleted.act': 'Modifiez ce qui a pris fin pour surveiller un autre appareil, ou supprimez-le :',
  'mails.users-deleted':
    '{count, plural, one {Utilisateur supprimé : {names}.} other {Utilisateurs supprimés : {names}.}}',
  'mails.users-disabled':
    '{count, plural, one {Utilisateur désactivé : {names}.} other {Utilisateurs désactivés : {names}.}}',
  'mails.rights-changed': 'Rôle ou autorisations modifiés pour : {names}.',
  'mails.entity-disabled': 'L’entité {entity} a été désactivée.',
  'mails.entity-enabled': 'L’entité {entity} a été activée.',
  'mails.entity-deleted': 'L’entité {entity} a été supprimée.',

  'mails.alert-ended': 'L’alerte « {alert} » a pris fin.',
  'mails.alert-continues': 'L’alerte « {alert} » reste active sur ses autres appareils.',
  'mails.report-paused': 'Le rapport planifié « {report} » est en pause.',
  'mails.report-deleted': 'Le rapport planifié « {report} » a été supprimé.',

  'mails.handed-over': 'Remise à {names}.',
  'mails.handed-over.no-admin': 'Il n’y a aucun administrateur à notifier.',
  'mails.handed-over.subject': 'Vous êtes maintenant propriétaire d’alertes',
  'mails.alert-deleted': 'L’alerte a été supprimée.',
  'mails.left-out-of-alert': 'L’appareil a été retiré de l’alerte.',
  'mails.alert-given': 'L’alerte appartient désormais à une autre entité.',
  'mails.ended-meanwhile': 'Elle s’est terminée pendant qu’aucun message n’était envoyé ici.',
  'mails.handed-over.one': 'L’alerte « {alert} » vous appartient désormais.',
  'mails.handed-over.act': 'Vous recevez leurs notifications et pouvez les modifier ou les partager :',
  'mails.given-back': 'Ses propres propriétaires peuvent de nouveau être notifiés.',
  'mails.given-back.subject': 'Des alertes sont revenues à leurs propriétaires',
  'mails.given-back.one': 'L’alerte « {alert} » ne vous appartient plus.',
  'mails.given-back.act': 'Les alertes que vous avez créées ou reçues d’autres vous appartiennent toujours :',
  'mails.paused-reports.subject': 'Des rapports planifiés ont pris fin',
  'mails.paused-reports.act': 'Créez-en d’autres si nécessaire, ou supprimez ceux qui sont en pause :',
  'mails.no-recipients': 'Ce rapport n’a pas d’autre destinataire.',
  'mails.no-recipients.subject': 'Des rapports planifiés n’ont plus de destinataire',
  'mails.no-recipients.act':
    'Choisissez d’autres destinataires, ou supprimez le rapport. Il reprend dès que l’un d’eux peut de nouveau le recevoir.',

  'mails.unit-moved':
    '{count, plural, one {L’unité {names} appartient maintenant à une autre entité.} other {# unités appartiennent maintenant à une autre entité : {names}.}}',
  'mails.unit-shared':
    '{count, plural, one {L’unité {names} est partagée avec une autre entité.} other {# unités sont partagées avec une autre entité : {names}.}}',
  'mails.alert-left': 'Vous ne suivez plus l’alerte « {alert} » sur {unit}.',
  'mails.handed-over.triggered': 'Vous êtes maintenant propriétaire de l’alerte « {alert} », qui est déclenchée.',
  'mails.no-longer-followed.subject': 'Alertes que vous ne suivez plus',
  'mails.no-longer-followed.act':
    'Vous ne pouvez plus voir ces unités. Pour toute question, adressez-vous à un administrateur de leur entité. Vos autres alertes :',
  'mails.taken-out': 'Vous avez été retiré d’une alerte qui est déclenchée.',
  'mails.taken-out.act': 'Pour toute question, adressez-vous à la personne qui l’a modifiée. Vos autres alertes :',
  'mails.link-closed': 'Le lien partagé « {link} » ne s’ouvre plus.',
  'mails.link-paused': 'Le lien partagé « {link} » s’ouvrira de nouveau quand l’appareil sera actif.',
  'mails.closed-links.subject': 'Des liens partagés ne s’ouvrent plus',
  'mails.closed-links.act': 'Partagez à nouveau ces écrans, ou retirez les liens :',
  'mails.several.subject': 'Changements de ce que vous possédez ou gérez',
  'mails.ended.subject': 'Un élément que vous utilisez a pris fin',
  'mails.ended.act': 'Modifiez ou supprimez ce qui a pris fin :',
  'mails.changed-by': 'Par {name}.',
  'mails.users-enabled': '{count, plural, one {{names} a été activé.} other {{names} ont été activés.}}',
  'mails.users-moved':
    '{count, plural, one {{names} fait maintenant partie d’une autre entité.} other {{names} font maintenant partie d’une autre entité.}}',
  'mails.place-changed': 'Le lieu {place} a été modifié.',
  'mails.places-imported': 'Des lieux ont été importés.',

  'mails.codec.subject': 'Le codec de {template} est en pause',
  'mails.codec.what':
    'Le codec du modèle {template} a épuisé son temps deux fois en une minute : une exécution peut durer 100 ms. Il reste alors une minute en pause pour ne pas retarder les autres. Ce que les appareils envoient pendant ce temps est enregistré sous forme d’octets et figure parmi les messages refusés.',
  'mails.codec.act': 'Corrigez le codec dans Paramètres, Modèles. Vous recevez ce message au plus une fois par jour :',
}
