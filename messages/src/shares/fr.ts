import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'shares.share': 'Partager',
  'shares.share.name': 'Partager {name}',
  'shares.title': 'Partager par un lien',
  'shares.what.overview':
    'Toute personne qui a le lien voit l’aperçu de {unit} tel qu’il est à ce moment, et rien d’autre du portail.',
  'shares.what.chart': 'Toute personne qui a le lien voit le graphique {chart} de {unit}, et rien d’autre du portail.',
  'shares.range': 'Période',
  'shares.range.last': 'En direct : {hours, plural, one {la dernière heure} other {les # dernières heures}}',
  'shares.range.minutes': 'En direct : {minutes, plural, one {la dernière minute} other {les # dernières minutes}}',
  'shares.range.days': 'En direct : {days, plural, one {le dernier jour} other {les # derniers jours}}',
  'shares.range.between': 'Fixe : {from} à {to}',
  'shares.expires': 'Expire',
  'shares.expires.never': 'Jamais',
  'shares.expires.days': '{days, plural, one {Dans un jour} other {Dans # jours}}',
  'shares.expires.year': 'Dans un an',
  'shares.password': 'Mot de passe',
  'shares.password.help': 'Facultatif. Envoyez-le autrement que le lien.',
  'shares.origins': 'Pages web qui peuvent l’intégrer',
  'shares.origins.help':
    'Facultatif. Une origine par ligne, par exemple https://www.example.com. Aucune autre page ne peut afficher le lien dans un cadre.',
  'shares.create': 'Créer le lien',
  'shares.link': 'Lien',
  'shares.link.help':
    'Il n’est affiché que maintenant. Vous pouvez le retirer à tout moment dans les paramètres, sous Liens partagés.',
  'shares.link.copy': 'Copier le lien',
  'shares.copied': 'Copié',
  'shares.embed': 'HTML pour l’intégrer',
  'shares.embed.copy': 'Copier le HTML',
  'shares.kept': 'J’ai enregistré le lien',
  'shares.ask': 'Fermer sans le lien ?',
  'shares.ask.text':
    'Il n’est affiché que maintenant. Sans lui, retirez le lien dans les paramètres et créez-en un autre.',
  'shares.ask.close': 'Fermer sans le lien',
  'shares.ask.back': 'Revenir au lien',
  'shares.list': 'Liens partagés',
  'shares.list.help':
    'Écrans d’appareils que des personnes sans compte voient par un lien. Un lien montre ce que voit la personne qui l’a créé, et prend fin avec ses droits.',
  'shares.none':
    'Aucun lien partagé pour l’instant. Ouvrez l’aperçu d’un appareil ou un graphique, et choisissez Partager.',
  'shares.failed': 'Les liens partagés n’ont pas été chargés',
  'shares.overview': 'Aperçu de {unit}',
  'shares.chart': '{chart}, graphique de {unit}',
  'shares.unit.gone': 'un appareil inaccessible',
  'shares.state.open': 'Ouvert',
  'shares.state.expired': 'Expiré',
  'shares.state.creator': 'Terminé : la personne qui l’a créé ne peut plus le partager',
  'shares.state.unit': 'Terminé : l’appareil a été supprimé, ou n’est plus accessible à la personne qui a créé le lien',
  'shares.state.screen': 'Terminé : l’écran ne l’affiche plus',
  'shares.fact.by': 'Créé {created} par {name}.',
  'shares.fact.created': 'Créé {created}.',
  'shares.fact.expires': 'Expire {expires}.',
  'shares.fact.expired': 'Expiré {expires}.',
  'shares.fact.never': 'N’expire pas.',
  'shares.fact.password': 'Protégé par un mot de passe.',
  'shares.fact.origins': 'Intégré par {origins}.',
  'shares.fact.opened':
    '{count, plural, =0 {Jamais ouvert.} one {Ouvert une fois, {last}.} other {Ouvert # fois, la dernière {last}.}}',
  'shares.withdraw': 'Retirer',
  'shares.withdraw.one': 'Retirer le lien vers {name}',
  'shares.withdraw.title': 'Retirer le lien ?',
  'shares.withdraw.text':
    'Les pages qui affichent {name} par ce lien se vident aussitôt. Cette action est irréversible.',
  'shares.withdraw.failed': 'Le lien n’a pas été retiré.',
}
