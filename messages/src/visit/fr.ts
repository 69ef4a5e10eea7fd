import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'visit.closed': 'Ce lien ne s’ouvre pas',
  'visit.closed.help': 'Il a peut-être pris fin, ou il demande un mot de passe. Si vous en avez reçu un, saisissez-le.',
  'visit.password': 'Mot de passe',
  'visit.open': 'Ouvrir',
  'visit.failed': 'Le portail est injoignable. Réessayez.',
  'visit.wrong': 'Le lien ne s’ouvre pas avec ce mot de passe.',
  'visit.ended': 'Ce lien a pris fin',
  'visit.ended.help': 'Il n’affiche plus rien. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
  'visit.live': 'En direct',
  'visit.stale': 'Connexion perdue. Les valeurs ne sont peut-être plus à jour.',
  'visit.fixed': 'Période fixe',
  'visit.range.between': '{from} à {to}',
  'visit.range.minutes': '{minutes, plural, one {Dernière minute} other {# dernières minutes}}',
  'visit.range.hours': '{hours, plural, one {Dernière heure} other {# dernières heures}}',
  'visit.range.days': '{days, plural, one {Dernier jour} other {# derniers jours}}',
  'visit.chart.failed': 'Impossible de charger le graphique',
}
