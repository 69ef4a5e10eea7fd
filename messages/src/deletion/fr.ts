import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'deletion.delete': 'Supprimer',
  'deletion.type': 'Saisir {text} pour confirmer',
  'deletion.failed': 'Impossible de charger les dépendances',
  'deletion.loading': 'Chargement des dépendances',
  'deletion.none': 'Rien n’en dépend.',
  'deletion.line': '{count} : {names}',
  'deletion.more': '{count, number} de plus',

  'deletion.effect.blocks': 'À supprimer ou modifier d’abord',
  'deletion.effect.deleted': 'Aussi supprimés',
  'deletion.effect.ended': 'Terminés, avec le motif',
  'deletion.effect.paused': 'Mis en pause, avec le motif',
  'deletion.effect.handed-over': 'Changent de propriétaire',
  'deletion.effect.changed': 'Continuent sans cela',

  'deletion.kind.alert': '{total, plural, one {# alerte} other {# alertes}}',
  'deletion.kind.event-table': '{total, plural, one {# tableau d’événements} other {# tableaux d’événements}}',
  'deletion.kind.scheduled-report': '{total, plural, one {# rapport planifié} other {# rapports planifiés}}',
  'deletion.kind.calculated-source': '{total, plural, one {# source calculée} other {# sources calculées}}',
  'deletion.kind.chart': '{total, plural, one {# graphique} other {# graphiques}}',
  'deletion.kind.unit': '{total, plural, one {# appareil} other {# appareils}}',
  'deletion.kind.source': '{total, plural, one {# source} other {# sources}}',
  'deletion.kind.user': '{total, plural, one {# utilisateur} other {# utilisateurs}}',
  'deletion.kind.sub-entity': '{total, plural, one {# sous-entité} other {# sous-entités}}',
  'deletion.kind.template': '{total, plural, one {# modèle} other {# modèles}}',
  'deletion.kind.label': '{total, plural, one {# étiquette} other {# étiquettes}}',
  'deletion.kind.place': '{total, plural, one {# lieu} other {# lieux}}',
  'deletion.kind.sim': '{total, plural, one {# carte SIM} other {# cartes SIM}}',
  'deletion.kind.webhook': '{total, plural, one {# webhook} other {# webhooks}}',
  'deletion.kind.network-server': '{total, plural, one {# serveur réseau} other {# serveurs réseau}}',
  'deletion.kind.token': '{total, plural, one {# jeton} other {# jetons}}',
  'deletion.kind.shared-link': '{total, plural, one {# lien partagé} other {# liens partagés}}',
  'deletion.kind.wallboard': '{total, plural, one {# tableau mural} other {# tableaux muraux}}',
  'deletion.kind.request': '{total, plural, one {# requête} other {# requêtes}}',
}
