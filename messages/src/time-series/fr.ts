import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'time-series.range.historical': 'Période',
  'time-series.range.view': 'Afficher l’historique',
  'time-series.range.live': 'Retour au direct',
  'time-series.range.label': 'Période des graphiques',
  'time-series.shown.live.minutes': 'En direct, {minutes, plural, one {dernière minute} other {# dernières minutes}}',
  'time-series.shown.live.hours': 'En direct, {hours, plural, one {dernière heure} other {# dernières heures}}',
  'time-series.shown.live.range': 'En direct, {from} – {to}',
  'time-series.shown.historical': 'Historique, {from} – {to}',

  'time-series.tools': 'Outils des graphiques',
  'time-series.vertical-line': 'Ligne verticale',
  'time-series.download.all': 'Télécharger tous les graphiques en CSV',
  'time-series.download.one': 'Télécharger {title} en CSV',
  'time-series.download.visible': 'Séries visibles',
  'time-series.download.every': 'Toutes les séries',
  'time-series.download.progress': '{megabytes, number} Mo',
  'time-series.download.failed': 'Impossible de créer le fichier CSV. Veuillez réessayer.',

  'time-series.empty': 'Aucun graphique',
  'time-series.empty.help':
    'Le modèle de cet appareil n’a pas de graphiques. Ils affichent en direct les valeurs des dernières 24 heures.',
  'time-series.state.unit-not-found': 'Appareil introuvable',
  'time-series.state.failed': 'Erreur lors de la lecture de la valeur',
  'time-series.state.loading': 'récupération des données…',
  'time-series.state.missing': 'Ces données n’existent pas',
  'time-series.state.missing.hint':
    'L’appareil n’a pas encore envoyé ces données. Elles s’affichent ici dès leur arrivée.',
  'time-series.state.empty': 'N/D',
  'time-series.state.empty.text':
    'Ces champs ne contiennent pas de nombres. Les graphiques n’affichent que des nombres.',
  'time-series.state.empty.range': 'Aucune valeur dans cette période.',
  'time-series.state.empty.live':
    'Aucune valeur dans les dernières 24 heures. Les nouvelles valeurs s’affichent à leur arrivée.',
  'time-series.state.empty.latest': 'Aucune valeur dans les dernières 24 heures. Dernière : {latest}.',
  'time-series.state.show-latest': 'Afficher les dernières données',

  'time-series.events.choose': 'Événements dans les graphiques',
  'time-series.events.none': 'Aucun événement',
  'time-series.events.shown': '{count, plural, one {# événement} other {# événements}} avec {comparison}',
  'time-series.events.failed': 'Impossible de charger les événements.',
  'time-series.events.back': 'Retour aux événements',
  'time-series.alert.open': 'Afficher l’alerte',
  'time-series.alert.failed': 'Impossible de charger l’alerte.',
  'time-series.alert.shown': '{name} : {count, plural, one {déclenchée # fois} other {déclenchée # fois}}',
  'time-series.alert.shown.where':
    '{name} : {count, plural, one {déclenchée # fois} other {déclenchée # fois}} avec {comparison}',

  'time-series.sensors': 'Outils des capteurs',
  'time-series.sensors.newest': 'Dernière valeur : {name}',
  'time-series.sensors.value': 'Valeur',
  'time-series.sensors.updated': 'Dernière mise à jour',
  'time-series.sensors.retrieving': 'Récupération…',
  'time-series.sensors.calibrate': 'Étalonner',
  'time-series.sensors.calibrate.frame': 'Étalonnage des capteurs',
  'time-series.sensors.pause': 'Suspendre les mesures',
  'time-series.sensors.resume': 'Reprendre les mesures',
  'time-series.sensors.export': 'Exporter les données',
}
