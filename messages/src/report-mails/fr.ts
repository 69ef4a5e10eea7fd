import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'report-mails.subject': '{report} de {unit} : {period}',
  'report-mails.subject.stopped': 'N’est plus envoyé : {report} de {unit}',
  'report-mails.attached':
    'Vous trouverez ci-joint le rapport de {unit} pour {period} : {file}, {rows, plural, one {une ligne} other {# lignes}}.',
  'report-mails.nothing': 'Il n’y avait rien à signaler pour {unit} ({period}) : {file} ne contient que les en-têtes.',
  'report-mails.too-long':
    'Le rapport de {unit} pour {period} dépasse 10 Mo, ce qui est trop volumineux pour un e-mail. Téléchargez-le dans le portail.',
  'report-mails.stopped': '« {report} » de {unit} n’est plus envoyé. {reason}',
  'report-mails.time-zone': 'Les heures sont en {timeZone}.',
  'report-mails.compared': 'Comparé à {period} :',
  'report-mails.compared.none': 'L’autre mois n’a pas ces dates : il n’y a rien à comparer.',
  'report-mails.figure': '{name} : {value} (comparé : {compared}, évolution : {change})',
  'report-mails.figure.sum': 'Somme',
  'report-mails.figure.mean': 'Moyenne',
  'report-mails.figure.min': 'Min.',
  'report-mails.figure.max': 'Max.',
  'report-mails.notes': 'Notes de cette période (heures en {timeZone}) :',
  'report-mails.notes.more':
    '{count, plural, one {La note la plus récente est listée} other {Les # notes les plus récentes sont listées}}. Le fichier et le portail en contiennent davantage.',
  'report-mails.view': 'Voir {period} dans le portail',
  'report-mails.schedule': 'Voir la planification et les rapports précédents',
  'report-mails.unsubscribe': 'Se désabonner de ce rapport',

  'report-mails.column.messageUTC': 'Heure (UTC)',
  'report-mails.column.startUTC': 'Début (UTC)',
  'report-mails.column.endUTC': 'Fin (UTC)',
  'report-mails.column.source': 'source',
  'report-mails.column.note': 'note',
  'report-mails.column.duration': 'Durée (ms)',
  'report-mails.column.tag': 'Marque',
  'report-mails.column.ongoing': 'En cours',
  'report-mails.column.coordinates': 'Coordonnées',
  'report-mails.column.line': 'ligne',
  'report-mails.column.reason': 'motif',
  'report-mails.column.least': '{name} minimum',
  'report-mails.column.greatest': '{name} maximum',
  'report-mails.column.mean': '{name} moyenne',
  'report-mails.yes': 'oui',
  'report-mails.no': 'non',
  'report-mails.duration': '{days, plural, one {# jour} other {# jours}} {time}',
}
