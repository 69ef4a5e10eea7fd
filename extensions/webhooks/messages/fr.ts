import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'webhooks.title': 'Webhooks',
  'webhooks.help':
    'Un webhook envoie les alertes d’une entité à un programme ou à un salon de discussion lorsque ses utilisateurs sont avertis. Une entité en a au plus {most, number}.',
  'webhooks.entity': 'Entité',
  'webhooks.failed': 'Impossible de charger les webhooks',
  'webhooks.none':
    'Aucun webhook. Ajoutez-en un pour envoyer les alertes à Slack, Teams, ntfy ou votre propre système.',
  'webhooks.add': 'Ajouter un webhook',
  'webhooks.add.title': 'Ajouter un webhook',
  'webhooks.add.submit': 'Ajouter',
  'webhooks.edit': 'Modifier',
  'webhooks.edit.title': 'Modifier le webhook',
  'webhooks.save': 'Enregistrer',

  'webhooks.kind': 'Type',
  'webhooks.kind.generic': 'Votre propre programme',
  'webhooks.kind.slack': 'Slack',
  'webhooks.kind.teams': 'Microsoft Teams',
  'webhooks.kind.ntfy': 'ntfy',
  'webhooks.name': 'Nom',
  'webhooks.name.example': 'Salle de contrôle',
  'webhooks.address': 'Adresse',
  'webhooks.address.generic': 'Où le programme accepte du JSON par POST',
  'webhooks.address.slack': 'L’adresse d’un webhook entrant',
  'webhooks.address.teams': 'L’adresse du workflow « When a Teams webhook request is received »',
  'webhooks.address.ntfy': 'L’adresse du serveur suivie du sujet',
  'webhooks.address.help':
    'Il reçoit chaque alerte de l’entité. Quiconque connaît l’adresse d’un salon peut y écrire : gardez-la secrète.',

  'webhooks.secret':
    'Chaque message est signé avec ce secret. Il n’est affiché que maintenant. Copiez-le chez le destinataire. Slack, Teams et ntfy n’en ont pas besoin.',
  'webhooks.secret.lost':
    'Il n’est affiché que maintenant. Sans lui, le destinataire ne peut pas vérifier les messages et il en faudra un nouveau.',

  'webhooks.state.off': 'Désactivé : il ne reçoit aucun message.',
  'webhooks.state.gave-up': 'Désactivé par le portail {ago}, après trois jours sans succès.',
  'webhooks.state.failing': 'En échec depuis {ago}.',
  'webhooks.state.new': 'Rien n’a encore été envoyé.',
  'webhooks.state.good': 'Fonctionne : dernier succès {ago}.',

  'webhooks.test': 'Envoyer un test',
  'webhooks.test.failed': 'Le test n’a pas été envoyé.',
  'webhooks.test.time': '{milliseconds, number} ms',
  'webhooks.test.answer': '{milliseconds, number} ms, réponse : {answer}',
  'webhooks.switch-on': 'Activer',
  'webhooks.newer': 'Rien n’a été remplacé. La version la plus récente est affichée.',
  'webhooks.off': 'Désactiver',
  'webhooks.off.title': 'Désactiver {name} ?',
  'webhooks.off.text': 'Les alertes déclenchées pendant ce temps ne sont pas envoyées ensuite.',
  'webhooks.secret.new': 'Nouveau secret',
  'webhooks.secret.new.title': 'Créer un nouveau secret pour {name} ?',
  'webhooks.secret.new.text':
    'L’ancien secret n’est plus valable immédiatement. Le destinataire refuse les messages tant qu’il n’a pas le nouveau.',
  'webhooks.remove': 'Retirer',
  'webhooks.remove.title': 'Retirer {name} ?',
  'webhooks.remove.text': 'Il ne reçoit plus de messages et ceux en attente ne sont pas envoyés.',
  'webhooks.gone': 'Le webhook n’existe plus.',
  'webhooks.tab': 'Webhooks',
  'webhooks.channel': 'Webhook',
  'webhooks.count': '{total, plural, one {# webhook} other {# webhooks}}',
  'errors.webhook/not-found': 'Webhook introuvable.',
  'errors.webhook/too-many': 'Une entité peut avoir au plus 10 webhooks.',
  'errors.webhook/changed':
    'Ce webhook a été modifié entre-temps. Chargez la version la plus récente et enregistrez à nouveau.',
  'webhooks.mail.subject': 'Le webhook {webhook} a été désactivé',
  'webhooks.mail.what':
    'Le webhook {webhook} n’a rien accepté depuis trois jours et a été désactivé. Dernière erreur :',
  'webhooks.mail.act':
    'Il ne reçoit plus d’alertes. Quand il fonctionnera de nouveau, réactivez-le dans les paramètres et envoyez un test :',
  'webhooks.not-sent.removed': 'Le webhook a été retiré.',
  'webhooks.not-sent.entity-disabled': 'L’entité du webhook est désactivée.',
  'webhooks.not-sent.left-out': 'Le portail a été démarré sans webhooks.',
  'webhooks.not-sent.off': 'Le webhook est désactivé.',
  'webhooks.test.took': 'Le destinataire a accepté le test avec le statut HTTP {status}.',
  'webhooks.test.title': 'Test de Fieldwatch',
  'activity-actions.change-webhook': 'Webhook modifié',
  'activity-actions.create-webhook': 'Webhook créé',
  'activity-actions.remove-webhook': 'Webhook retiré',
  'activity-actions.test-webhook': 'Webhook testé',
}
