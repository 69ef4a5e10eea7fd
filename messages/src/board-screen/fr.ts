import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'board-screen.pair': 'Associer cet écran',
  'board-screen.pair.help':
    'Dans le portail, ouvrez Paramètres, Tableaux muraux, choisissez « Associer un écran » et saisissez ce code. Ou scannez le code QR avec un téléphone connecté au portail.',
  'board-screen.pair.code': 'Code de cet écran',
  'board-screen.pair.qr': 'Code QR qui ouvre le portail avec le code de cet écran',
  'board-screen.pair.expires': 'Le code change dans {minutes, plural, one {une minute} other {# minutes}}.',
  'board-screen.pair.away': 'Le portail est injoignable. Cet écran réessaiera automatiquement.',
  'board-screen.pair.lost': 'Connexion perdue. Le tableau mural s’affiche de nouveau dès que le portail répond.',
  'board-screen.pair.busy': 'Trop d’écrans demandent un code. Cet écran réessaiera automatiquement.',
  'board-screen.no-editor':
    'Ce tableau mural n’affiche rien : la dernière personne qui l’a enregistré n’est plus administrateur ici, ou son organisation est désactivée. Ouvrez-le dans Paramètres, Tableaux muraux, et enregistrez-le.',
  'board-screen.preview.ended': 'Cet aperçu a pris fin. Rouvrez-le dans l’éditeur.',
  'board-screen.updated': 'Dernière mise à jour : {time}',
  'board-screen.lost': 'Connexion perdue ({ago}). Ces valeurs ne sont pas en direct.',
  'board-screen.page': 'Page {page} sur {count}',
  'board-screen.alerts': 'Alertes déclenchées',
  'board-screen.alerts.none': 'Aucune alerte déclenchée',
  'board-screen.alerts.more': '{count, plural, one {Encore une alerte} other {Encore # alertes}}',
  'board-screen.failed': 'Cet élément ne peut pas être chargé pour le moment.',
  'board-screen.map': 'Carte de {count, plural, one {un appareil} other {# appareils}}',
  'board-screen.map.none': 'Aucun de ces appareils n’a encore envoyé de position.',
  'board-screen.gone.unit':
    'L’appareil a été supprimé, ou la personne qui a enregistré ce tableau mural ne peut plus le voir.',
  'board-screen.gone.inactive': 'L’appareil est désactivé.',
  'board-screen.gone.source': 'La source a été supprimée.',
  'board-screen.gone.screen': 'Le tableau de bord de l’appareil ne montre plus ceci.',
  'board-screen.empty': 'Cette page n’a pas encore de tuiles.',
}
