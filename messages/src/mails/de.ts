import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'mails.greeting': 'Guten Tag!',
  'mails.greeting.name': 'Guten Tag, {name}!',

  'mails.link': '{text}: {url}',

  'mails.place-deleted': 'Der Ort {place} wurde gelöscht.',
  'mails.place-deleted.subject': 'Ein Ort, den Sie verwenden, wurde gelöscht',
  'mails.place-deleted.act': 'Legen Sie eine Ereignistabelle für einen anderen Ort an, oder löschen Sie die Alarme:',
  'mails.place-left': 'Das Gerät gehört nicht mehr zur Organisation dieses Orts.',
  'mails.place-left.subject': 'Ein Ort gilt nicht mehr für ein Gerät',
  'mails.source-deleted': 'Die Datenquelle {source} von {unit} wurde gelöscht.',
  'mails.source-deleted.subject': 'Eine Datenquelle, die Sie verwenden, wurde gelöscht',
  'mails.source-deleted.act': 'Stellen Sie sie auf eine andere Datenquelle um, oder löschen Sie sie:',
  'mails.data-id-changed': 'Das Gerät {unit} hat jetzt die dataID {to}.',
  'mails.source-moved': 'Die Datenquelle {source} von {unit} gehört jetzt zum Gerät {to}.',
  'mails.source-moved.subject': 'Eine Datenquelle, die Sie verwenden, ist umgezogen',
  'mails.source-moved.act': 'Richten Sie sie für das neue Gerät noch einmal ein, oder löschen Sie sie:',
  'mails.chart-renamed': 'Das Diagramm {chart} heißt jetzt {to}.',
  'mails.chart-deleted': 'Das Diagramm {chart} wurde gelöscht.',
  'mails.event-report-deleted': 'Der Bericht {chart} wurde gelöscht.',
  'mails.table-changed': 'Die Ereignistabelle {table} findet jetzt {comparison}.',
  'mails.alert-deleted.subject': 'Ein Alarm, der Ihnen gehört, wurde gelöscht',
  'mails.alert-deleted.act': 'Ihre anderen Alarme:',
  'mails.unit-deactivated':
    '{count, plural, one {Das Gerät {names} wurde deaktiviert.} other {# Geräte wurden deaktiviert: {names}.}}',
  'mails.template-changed':
    '{count, plural, one {Das Gerät {names} zeigt eine andere Vorlage.} other {# Geräte zeigen eine andere Vorlage: {names}.}}',
  'mails.table-deleted': 'Die Ereignistabelle {table} von {unit} wurde gelöscht.',
  'mails.table-deleted.subject': 'Eine Ereignistabelle, die Sie verwenden, wurde gelöscht',
  'mails.table-deleted.act': 'Lassen Sie sie etwas anderes überwachen, oder löschen Sie sie:',
  'mails.unit-deleted': 'Das Gerät {unit} wurde gelöscht.',
  'mails.unit-deleted.subject': 'Das Gerät {unit} wurde gelöscht',
  'mails.unit-deleted.act': 'Lassen Sie Beendetes ein anderes Gerät überwachen, oder löschen Sie es:',
  'mails.users-deleted': '{count, plural, one {{names} wurde gelöscht.} other {{names} wurden gelöscht.}}',
  'mails.users-disabled': '{count, plural, one {{names} wurde deaktiviert.} other {{names} wurden deaktiviert.}}',
  'mails.rights-changed': 'Andere Rolle oder andere Berechtigungen für: {names}.',
  'mails.entity-disabled': '{entity} wurde deaktiviert.',
  'mails.entity-enabled': '{entity} wurde aktiviert.',
  'mails.entity-deleted': '{entity} wurde gelöscht.',

  'mails.alert-ended': 'Der Alarm „{alert}“ wurde beendet.',
  'mails.alert-continues': 'Der Alarm „{alert}“ gilt weiter für seine anderen Geräte.',
  'mails.report-paused': 'Der geplante Bericht „{report}“ ist pausiert.',
  'mails.report-deleted': 'Der geplante Bericht „{report}“ wurde gelöscht.',

  'mails.handed-over': 'Übergeben an {names}.',
  'mails.handed-over.no-admin': 'Es gibt keinen Administrator, der benachrichtigt werden kann.',
  'mails.handed-over.subject': 'Sie sind jetzt Eigentümer von Alarmen',
  'mails.alert-deleted': 'Der Alarm wurde gelöscht.',
  'mails.left-out-of-alert': 'Das Gerät wurde aus dem Alarm entfernt.',
  'mails.alert-given': 'Der Alarm gehört jetzt zu einer anderen Organisation.',
  'mails.ended-meanwhile': 'Er endete, während keine Nachrichten hierher gingen.',
  'mails.handed-over.one': 'Der Alarm „{alert}“ gehört jetzt Ihnen.',
  'mails.handed-over.act': 'Sie erhalten ihre Benachrichtigungen und können sie ändern oder teilen:',
  'mails.given-back': 'Die eigentlichen Eigentümer können wieder benachrichtigt werden.',
  'mails.given-back.subject': 'Alarme sind zurück bei ihren Eigentümern',
  'mails.given-back.one': 'Der Alarm „{alert}“ gehört Ihnen nicht mehr.',
  'mails.given-back.act': 'Alarme, die Sie erstellt oder von anderen erhalten haben, gehören Ihnen weiterhin:',
  'mails.paused-reports.subject': 'Geplante Berichte wurden beendet',
  'mails.paused-reports.act': 'Erstellen Sie bei Bedarf neue, oder löschen Sie die pausierten:',
  'mails.no-recipients': 'Dieser Bericht hat keine anderen Empfänger.',
  'mails.no-recipients.subject': 'Geplante Berichte haben keine Empfänger',
  'mails.no-recipients.act':
    'Wählen Sie andere Empfänger, oder löschen Sie den Bericht. Er wird fortgesetzt, sobald ihn jemand wieder erhalten kann.',

  'mails.unit-moved':
    '{count, plural, one {Das Gerät {names} gehört jetzt zu einer anderen Organisation.} other {# Geräte gehören jetzt zu einer anderen Organisation: {names}.}}',
  'mails.unit-shared':
    '{count, plural, one {Das Gerät {names} wird mit einer anderen Organisation geteilt.} other {# Geräte werden mit einer anderen Organisation geteilt: {names}.}}',
  'mails.alert-left': 'Sie folgen dem Alarm „{alert}“ für {unit} nicht mehr.',
  'mails.handed-over.triggered': 'Der Alarm „{alert}“ gehört jetzt Ihnen. Er ist ausgelöst.',
  'mails.no-longer-followed.subject': 'Alarme, denen Sie nicht mehr folgen',
  'mails.no-longer-followed.act':
    'Sie können diese Geräte nicht mehr sehen. Fragen beantwortet ein Administrator ihrer Organisation. Ihre anderen Alarme:',
  'mails.taken-out': 'Sie wurden aus einem Alarm herausgenommen, der ausgelöst ist.',
  'mails.taken-out.act': 'Fragen beantwortet, wer ihn geändert hat. Ihre anderen Alarme:',
  'mails.link-closed': 'Der geteilte Link „{link}“ öffnet sich nicht mehr.',
  'mails.link-paused': 'Der geteilte Link „{link}“ öffnet sich wieder, wenn das Gerät aktiv ist.',
  'mails.closed-links.subject': 'Geteilte Links öffnen sich nicht mehr',
  'mails.closed-links.act': 'Teilen Sie diese Ansichten neu oder ziehen Sie die Links zurück:',
  'mails.several.subject': 'Änderungen an dem, was Ihnen gehört oder was Sie verwalten',
  'mails.ended.subject': 'Etwas, das Sie nutzen, wurde beendet',
  'mails.ended.act': 'Ändern oder löschen Sie, was beendet wurde:',
  'mails.changed-by': 'Geändert von {name}.',
  'mails.users-enabled': '{count, plural, one {{names} wurde aktiviert.} other {{names} wurden aktiviert.}}',
  'mails.users-moved':
    '{count, plural, one {{names} gehört jetzt zu einer anderen Organisation.} other {{names} gehören jetzt zu einer anderen Organisation.}}',
  'mails.place-changed': 'Der Ort {place} wurde geändert.',
  'mails.places-imported': 'Orte wurden importiert.',

  'mails.codec.subject': 'Der Payload-Codec von {template} pausiert',
  'mails.codec.what':
    'Der Payload-Codec der Vorlage {template} hat seine Zeit zweimal innerhalb einer Minute aufgebraucht: Ein Lauf darf 100 ms dauern. Danach pausiert er jeweils eine Minute, damit er andere nicht aufhält. Was Geräte in dieser Zeit senden, wird als Bytes gespeichert und steht unter den abgelehnten Nachrichten.',
  'mails.codec.act':
    'Korrigieren Sie den Codec unter Einstellungen, Vorlagen. Sie erhalten diese E-Mail höchstens einmal am Tag:',
}
