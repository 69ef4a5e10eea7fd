import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'maintenance.title': 'Maintenance',
  'maintenance.help': 'Pendant la maintenance, les alertes de cet appareil n’envoient pas de notifications.',
  'maintenance.failed': 'Impossible de récupérer les données.',
  'maintenance.none': 'Aucune maintenance en cours ou prévue.',
  'maintenance.set.open': 'Définir une maintenance',
  'maintenance.set.title': 'Définir une fenêtre de maintenance',
  'maintenance.set': 'Définir',
  'maintenance.set.help':
    'Jusqu’à la fin, les alertes de {friendlyName} n’envoient pas de notifications. Celles déclenchées pendant la maintenance sont notifiées ensuite.',
  'maintenance.from': 'Du',
  'maintenance.until': 'Au',
  'maintenance.hours': '{count, plural, one {# heure} other {# heures}}',
  'maintenance.zone': 'Les heures sont celles du fuseau horaire de ce navigateur, {zone}.',
  'maintenance.comment': 'Commentaire',
  'maintenance.comment.example': 'Nouvelle pompe',
  'maintenance.problem.time-missing': 'Choisissez un jour et une heure.',
  'maintenance.problem.no-such-day': 'Ce jour n’existe pas.',
  'maintenance.problem.order': 'La fin doit être postérieure au début.',
  'maintenance.problem.past': 'La fin doit être dans le futur.',
  'maintenance.problem.too-long': '{most, number} caractères au maximum.',
  'maintenance.by': 'Définie par {by}',
  'maintenance.now-until': 'En cours, jusqu’à {to}',
  'maintenance.span': '{from} à {to}',
  'maintenance.end.which': '{action} : {when}',
  'maintenance.end': 'Terminer',
  'maintenance.remove': 'Retirer',
  'maintenance.end.title': 'Terminer la maintenance ?',
  'maintenance.end.confirm': 'Terminer la maintenance',
  'maintenance.end.help':
    'Les alertes de cet appareil envoient de nouveau des notifications immédiatement, y compris celles déjà déclenchées.',
  'maintenance.remove.title': 'Retirer la fenêtre de maintenance ?',
  'maintenance.remove.help':
    'Les alertes de cet appareil enverront des notifications comme d’habitude pendant cette période.',
}
