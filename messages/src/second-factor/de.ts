import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'second-factor.title': 'Zweiter Faktor und Passkeys',
  'second-factor.failed': 'Der zweite Faktor konnte nicht geladen werden',
  'second-factor.last':
    'Ihre Organisation verlangt für die Anmeldung mit Passwort einen zweiten Faktor. Den letzten können Sie daher nicht entfernen.',
  'second-factor.next': 'Weiter',
  'second-factor.save': 'Speichern',
  'second-factor.proof.password': 'Passwort',
  'second-factor.proof.code': 'Code',
  'second-factor.proof.code.help': 'Sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode.',

  'second-factor.app': 'Authenticator-App',
  'second-factor.app.off': 'Aus. Mit einer App melden Sie sich mit dem Passwort und einem Code von Ihrem Telefon an.',
  'second-factor.app.since': 'Eingeschaltet seit {since}',
  'second-factor.app.set-up': 'Authenticator-App einrichten',
  'second-factor.app.set-up.lead':
    'Danach melden Sie sich mit dem Passwort und einem Code aus einer App auf Ihrem Telefon an, zum Beispiel Google Authenticator, 2FAS oder Ihrem Passwortmanager.',
  'second-factor.app.done': 'Sie melden sich jetzt mit einem Code aus Ihrer App an.',
  'second-factor.app.other': 'Andere App verwenden',
  'second-factor.app.other.title': 'Andere Authenticator-App verwenden',
  'second-factor.app.other.lead': 'Die neue App ersetzt die alte. Ihre Wiederherstellungscodes bleiben gültig.',
  'second-factor.app.scan': 'Code scannen',
  'second-factor.app.first-code': 'Erster Code',
  'second-factor.app.first-code.help': 'Die sechs Ziffern, die die App jetzt anzeigt.',
  'second-factor.app.confirm': 'Einschalten',
  'second-factor.app.remove': 'Ausschalten',
  'second-factor.app.remove.title': 'Authenticator-App ausschalten',
  'second-factor.app.remove.lead':
    'Danach melden Sie sich nur mit dem Passwort an, und Ihre Wiederherstellungscodes funktionieren nicht mehr.',
  'second-factor.app.remove.lead.passkeys':
    'Danach melden Sie sich mit dem Passwort und einem Passkey oder Wiederherstellungscode an.',
  'second-factor.app.removed': 'Die Authenticator-App wurde ausgeschaltet.',

  'second-factor.codes': 'Wiederherstellungscodes',
  'second-factor.codes.left': 'Noch {count, number}.',
  'second-factor.codes.left.few': 'Noch {count, number}: Erzeugen Sie neue.',
  'second-factor.codes.left.none': 'Keine mehr: Erzeugen Sie neue.',
  'second-factor.codes.make': 'Neue erzeugen',
  'second-factor.codes.make.title': 'Neue Wiederherstellungscodes erzeugen',
  'second-factor.codes.make.lead': 'Ihre bisherigen Codes funktionieren dann nicht mehr.',
  'second-factor.codes.made': 'Neue Wiederherstellungscodes wurden erzeugt.',
  'second-factor.codes.title': 'Ihre Wiederherstellungscodes',
  'second-factor.codes.close': 'Dialog schließen',
  'second-factor.codes.lost.title': 'Ohne die Codes schließen?',
  'second-factor.codes.lost.text':
    'Sie werden nur jetzt angezeigt. Ohne sie brauchen Sie einen Administrator, wenn Sie Ihr Telefon verlieren.',
  'second-factor.codes.lost.confirm': 'Ohne sie schließen',
  'second-factor.codes.lost.cancel': 'Zurück zu den Codes',

  'second-factor.passkeys': 'Passkeys',
  'second-factor.passkeys.help':
    'Anmelden mit Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel, ohne Passwort und Code.',
  'second-factor.passkeys.unknown':
    'Dieser Browser unterstützt Passkeys unter dieser Adresse nicht: Sie erfordern HTTPS.',
  'second-factor.passkeys.all': 'Alle {count, number} Passkeys anzeigen',
  'second-factor.passkeys.fewer': 'Weniger Passkeys anzeigen',
  'second-factor.passkeys.used': 'Hinzugefügt {added}, zuletzt verwendet {used}',
  'second-factor.passkeys.unused': 'Hinzugefügt {added}, noch nicht verwendet',
  'second-factor.passkeys.add': 'Passkey hinzufügen',
  'second-factor.passkeys.add.lead':
    'Als Nächstes fragt Ihr Browser, wo er gespeichert werden soll. Danach erfordert die Anmeldung mit Passwort den Passkey oder einen anderen zweiten Faktor.',
  'second-factor.passkeys.added': 'Der Passkey wurde hinzugefügt.',
  'second-factor.passkeys.rename': 'Umbenennen',
  'second-factor.passkeys.rename.one': '{name} umbenennen',
  'second-factor.passkeys.rename.name': 'Name',
  'second-factor.passkeys.renamed': '{before} heißt jetzt {name}.',
  'second-factor.passkeys.remove': 'Entfernen',
  'second-factor.passkeys.remove.one': '{name} entfernen',
  'second-factor.passkeys.remove.title': '{name} entfernen?',
  'second-factor.passkeys.remove.lead':
    'Damit können Sie sich nicht mehr anmelden. Löschen Sie ihn auch auf dem Gerät.',
  'second-factor.passkeys.removed': '{name} wurde entfernt.',

  'second-factor.required': 'Zweiter Faktor',
  'second-factor.required.failed': 'Die Vorgabe konnte nicht geladen werden',
  'second-factor.required.start': 'Zweiten Faktor verlangen',
  'second-factor.required.start.of': 'Zweiten Faktor von {name} verlangen',
  'second-factor.required.start.title': 'Zweiten Faktor von {name} verlangen?',
  'second-factor.required.start.text':
    'Dies gilt sofort für Benutzer von {name} und deren Unterorganisationen. Benutzer ohne Authenticator-App und Passkey werden abgemeldet und richten bei der nächsten Anmeldung eine App ein. Für die Anmeldung über einen Anbieter und für Tokens gilt es nicht.',
  'second-factor.required.start.confirm': 'Verlangen',
  'second-factor.required.started': '{name} verlangt jetzt einen zweiten Faktor.',
  'second-factor.required.users.failed': 'Die Benutzer ohne zweiten Faktor konnten nicht geladen werden',
  'second-factor.required.users.all': 'Alle Benutzer haben bereits einen.',
  'second-factor.required.users.some':
    '{without, plural, one {# von {all, plural, one {# Benutzer} other {# Benutzern}} hat} other {# von {all, plural, one {# Benutzer} other {# Benutzern}} haben}} noch keinen:',
  'second-factor.required.users': 'Benutzer ohne zweiten Faktor',
  'second-factor.required.profile': 'Profil öffnen',
  'second-factor.required.stop': 'Nicht mehr verlangen',
  'second-factor.required.stop.of': 'Von {name} nicht mehr verlangen',
  'second-factor.required.stop.title': 'Zweiten Faktor von {name} nicht mehr verlangen?',
  'second-factor.required.stop.text':
    'Benutzer mit zweitem Faktor brauchen ihn weiterhin zur Anmeldung und können ihn entfernen. Andere Benutzer melden sich nur mit dem Passwort an.',
  'second-factor.required.stopped': '{name} verlangt keinen zweiten Faktor mehr.',
  'second-factor.required.state.both': 'Hier verlangt und auch von {entity}.',
  'second-factor.required.state.both.hidden': 'Hier verlangt und auch von einer übergeordneten Organisation.',
  'second-factor.required.state.above': 'Von {entity} verlangt. Es lässt sich nur dort ausschalten.',
  'second-factor.required.state.above.hidden':
    'Von einer übergeordneten Organisation verlangt. Es lässt sich nur dort ausschalten.',
  'second-factor.required.state.here': 'Für die Anmeldung mit Passwort verlangt, hier und in Unterorganisationen.',
  'second-factor.required.state.no': 'Nicht verlangt. Benutzer können in ihrem Profil einen einrichten.',
}
