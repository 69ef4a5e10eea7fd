import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'second-step.way.password': 'Passwort verwenden',
  'second-step.way.totp': 'Authenticator-App verwenden',
  'second-step.way.passkey': 'Passkey verwenden',
  'second-step.way.recovery': 'Wiederherstellungscode verwenden',
  'second-step.back': 'Zurück zum Passwort',
  'second-step.submit': 'Anmelden',
  'second-step.submit.busy': 'Anmeldung läuft …',
  'second-step.email': 'E-Mail',
  'second-step.password': 'Passwort',

  'second-step.code.totp': 'Code',
  'second-step.code.totp.help': 'Sechs Ziffern aus Ihrer Authenticator-App.',
  'second-step.code.recovery': 'Wiederherstellungscode',
  'second-step.code.recovery.help': 'Jeder Code funktioniert einmal.',
  'second-step.wrong': 'Dieser Code ist falsch oder wurde bereits verwendet.',
  'second-step.wrong.help': 'Warten Sie auf den nächsten Code, oder prüfen Sie die Uhr Ihres Telefons.',
  'second-step.too-many': 'Zu viele falsche Codes.',
  'second-step.too-many.help':
    'Versuchen Sie es in 15 Minuten erneut. Falls Sie sie nicht eingegeben haben, ändern Sie Ihr Passwort.',
  'second-step.failed': 'Ein unerwarteter Fehler ist aufgetreten',

  'second-step.app.scan': 'Scannen Sie dies mit Ihrer Authenticator-App, oder geben Sie dort den Schlüssel ein.',
  'second-step.app.qr-code': 'QR-Code für eine Authenticator-App',
  'second-step.app.key': 'Schlüssel',
  'second-step.app.key.copy': 'Schlüssel kopieren',
  'second-step.app.open': 'In einer App auf diesem Gerät öffnen',
  'second-step.app.first-code': 'Erster Code',
  'second-step.app.first-code.help': 'Die sechs Ziffern, die die App jetzt anzeigt.',
  'second-step.copy': 'Kopieren',
  'second-step.copied': 'Kopiert',

  'second-step.codes': 'Wiederherstellungscodes',
  'second-step.codes.help':
    'Jeder Code meldet Sie einmal an, wenn Sie Ihr Telefon nicht haben. Sie werden nur jetzt angezeigt. Bewahren Sie sie bei Ihren Passwörtern auf.',
  'second-step.codes.download': 'Herunterladen',
  'second-step.codes.kept': 'Ich habe die Codes gespeichert',

  'second-step.set-up.lead':
    'Ihre Organisation verlangt einen zweiten Faktor. Ab jetzt melden Sie sich mit einem Code aus einer App auf Ihrem Telefon an, zum Beispiel Google Authenticator, 2FAS oder Ihrem Passwortmanager.',
  'second-step.set-up.done': 'Ihr zweiter Faktor ist eingerichtet. Dies sind Ihre Wiederherstellungscodes.',
  'second-step.set-up.submit': 'Einschalten und anmelden',
  'second-step.set-up.submit.busy': 'Einrichtung läuft …',

  'second-step.again.title': 'Erneut anmelden',
  'second-step.again.lead.ended':
    'Ihre Sitzung ist abgelaufen. Melden Sie sich an, um fortzufahren. Ihre Eingaben sind noch da.',
  'second-step.again.lead.factor-required':
    'Ihre Organisation verlangt jetzt einen zweiten Faktor. Melden Sie sich erneut an und richten Sie bei Bedarf einen ein. Ihre Eingaben sind noch da.',
  'second-step.again.login': 'Zur Anmeldeseite',
  'second-step.again.disabled':
    'Wenn Ihr Passwort stimmt, ist Ihr Konto vielleicht deaktiviert. Fragen Sie einen Administrator.',

  'second-step.proof.title': 'Identität bestätigen',
  'second-step.proof.submit': 'Bestätigen',
  'second-step.proof.lead':
    'Diese Änderung erfordert eine kürzliche Anmeldung. Sie werden {minutes, number} Minuten lang nicht erneut gefragt.',
  'second-step.proof.none':
    'Diese Änderung erfordert eine kürzliche Anmeldung. Melden Sie sich ab und wieder an, und nehmen Sie dann die Änderung vor.',

  'second-step.passkey.unused': 'Es wurde kein Passkey verwendet.',
  'second-step.passkey.unused.help': 'Der Vorgang wurde abgebrochen oder dauerte zu lange. Versuchen Sie es erneut.',
  'second-step.passkey.exists': 'Dieses Gerät hat bereits einen Passkey für Ihr Konto.',
  'second-step.passkey.address': 'Passkeys funktionieren unter dieser Adresse nicht.',
  'second-step.passkey.address.help': 'Öffnen Sie das Portal unter der Adresse, die Links in seinen E-Mails haben.',
  'second-step.passkey.failed': 'Der Passkey konnte nicht verwendet werden.',
}
