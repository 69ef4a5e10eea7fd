import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'tokens.title': 'Tokens',
  'tokens.help':
    'Ein Token einer Organisation funktioniert weiter, wenn Personen ausscheiden. Es gilt nur in dieser Organisation, nicht in Unterorganisationen. Eine Organisation hat höchstens {most, number}.',
  'tokens.entity': 'Organisation',
  'tokens.none':
    'Noch keine Tokens. Fügen Sie eines für ein Programm hinzu, das zur Organisation und nicht zu einer Person gehört, zum Beispiel für ein Gateway, das für viele Geräte sendet.',
  'tokens.own': 'Tokens für Programme',
  'tokens.own.none':
    'Noch keine. Ein Programm meldet sich mit einem Token statt mit Ihrem Passwort an. Es darf, was Sie dürfen, im Rahmen der gewählten Berechtigungen.',
  'tokens.failed': 'Die Tokens konnten nicht geladen werden',
  'tokens.full':
    'Es gibt {most, number} Tokens, mehr sind nicht möglich. Widerrufen Sie eines, das nicht mehr verwendet wird.',
  'tokens.all': 'Alle {count, number} Tokens anzeigen',
  'tokens.fewer': 'Weniger Tokens anzeigen',
  'tokens.secret':
    'Programme senden es als „Authorization: Bearer …“. Es wird nur jetzt angezeigt. Kopieren Sie es dorthin, wo das Programm seine Geheimnisse aufbewahrt.',
  'tokens.secret.lost':
    'Es wird nur jetzt angezeigt. Ohne es ist das Token nutzlos: Widerrufen Sie es und fügen Sie ein anderes hinzu.',

  'tokens.add': 'Token hinzufügen',
  'tokens.add.title': 'Token hinzufügen',
  'tokens.add.submit': 'Hinzufügen',
  'tokens.name': 'Name',
  'tokens.name.help': 'Wofür es ist. Das Aktivitätsprotokoll führt Änderungen des Programms unter diesem Namen.',
  'tokens.name.example': 'Nachtbericht',
  'tokens.role': 'Handelt als',
  'tokens.role.viewer': 'Betrachter nur dieser Organisation',
  'tokens.role.admin': 'Administrator nur dieser Organisation',
  'tokens.scopes': 'Berechtigungen',
  'tokens.life': 'Gültig für',
  'tokens.life.days': '{days, plural, one {# Tag} other {# Tage}}',
  'tokens.life.year': 'Ein Jahr',

  'tokens.scope.read': 'Lesen',
  'tokens.scope.read.help': 'Geräte, Datensätze, Alarme und Einstellungen lesen.',
  'tokens.scope.manage-units': 'Geräte verwalten',
  'tokens.scope.manage-units.help': 'Geräte hinzufügen und ändern und Anfragen an sie senden.',
  'tokens.scope.manage-templates': 'Vorlagen verwalten',
  'tokens.scope.manage-templates.help':
    'Gemeinsame Vorlagen und eigene Vorlagen von Geräten hinzufügen, ändern und löschen.',
  'tokens.scope.manage-alerts': 'Alarme verwalten',
  'tokens.scope.manage-alerts.help': 'Alarme hinzufügen, ändern und löschen.',
  'tokens.scope.write-notes': 'Notizen schreiben',
  'tokens.scope.write-notes.help': 'Geräten Notizen hinzufügen und eigene Notizen ändern.',
  'tokens.scope.write-incidents': 'Vorfälle schreiben',
  'tokens.scope.write-incidents.help': 'Vorfälle speichern und eigene Vorfälle ändern.',
  'tokens.scope.send-for-units': 'Für Geräte senden',
  'tokens.scope.send-for-units.help': 'Datensätze über HTTP für jedes Gerät der Organisation senden.',
  'tokens.scope.import-sims': 'SIM-Karten importieren',
  'tokens.scope.import-sims.help': 'SIM-Karten importieren, hinzufügen und ändern.',
  'tokens.scope.metrics': 'Metriken',
  'tokens.scope.metrics.help': 'Metriken des ganzen Portals lesen, wie Prometheus.',

  'tokens.expired': 'Abgelaufen',
  'tokens.acts.by': 'Handelt als {role, select, admin {Administrator} other {Betrachter}}, angelegt von {creator}.',
  'tokens.acts': 'Handelt als {role, select, admin {Administrator} other {Betrachter}}.',
  'tokens.begins': 'Beginnt mit {beginning}',
  'tokens.expires': 'Läuft ab: {expires}.',
  'tokens.expired.at': 'Abgelaufen: {expires}.',
  'tokens.used.never': 'Nie verwendet.',
  'tokens.used.last': 'Zuletzt verwendet {used} von {address}.',

  'tokens.revoke': 'Widerrufen',
  'tokens.revoke.one': '{name} widerrufen',
  'tokens.revoke.title': '{name} widerrufen?',
  'tokens.revoke.text':
    'Programme, die es verwenden, funktionieren sofort nicht mehr und brauchen ein neues Token. Das lässt sich nicht rückgängig machen.',
  'tokens.revoke.failed': 'Das Token wurde nicht widerrufen.',
  'tokens.revoke.all': 'Auch {count, plural, one {Ihr Token} other {Ihre # Tokens}} für Programme widerrufen',
  'tokens.revoke.all.help':
    'Tun Sie das, wenn jemand anderes Ihr Passwort kennen könnte. Programme, die sie verwenden, funktionieren dann nicht mehr.',
}
