import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'delivery-log.title': 'Journal des envois',
  'delivery-log.refresh': 'Actualiser',
  'delivery-log.help':
    'Notifications d’alerte envoyées aux personnes et aux webhooks ces 90 derniers jours. Les textes des messages ne sont pas conservés ici.',
  'delivery-log.failed': 'Impossible de récupérer les données.',
  'delivery-log.older': 'Afficher les plus anciens',
  'delivery-log.none': 'Aucune notification. Elles apparaissent ici lorsqu’une alerte est déclenchée.',
  'delivery-log.none.filtered': 'Aucune notification ne correspond au filtre.',
  'delivery-log.row': '{alert} à {recipient}',

  'delivery-log.filter.all': 'Tous',
  'delivery-log.entity': 'Entité',
  'delivery-log.column.time': 'Heure',
  'delivery-log.column.alert': 'Alerte',
  'delivery-log.column.what': 'Message',
  'delivery-log.column.to': 'Destinataire',
  'delivery-log.channel': 'Canal',
  'delivery-log.state': 'État',
  'delivery-log.column.outcome': 'Résultat',

  'delivery-log.channel.mail': 'E-mail',
  'delivery-log.channel.sms': 'SMS',
  'delivery-log.kind.alarm': 'Déclenchée',
  'delivery-log.kind.reminder': 'Toujours déclenchée',
  'delivery-log.kind.all-clear': 'De nouveau OK',
  'delivery-log.kind.summary': 'Résumé',
  'delivery-log.kind.ended': 'Terminée',
  'delivery-log.state.waiting': 'En attente',
  'delivery-log.state.sent': 'Envoyé',
  'delivery-log.state.failed': 'Échec',
  'delivery-log.state.withheld': 'Retenu',

  'delivery-log.outcome.units': 'Concerne {units, plural, one {# appareil} other {# appareils}}.',
  'delivery-log.outcome.delivered': 'Remis {at}.',
  'delivery-log.outcome.attempts': '{attempts, plural, one {# tentative} other {# tentatives}}.',
}
