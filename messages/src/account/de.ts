import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'account.sms-code':
    '{code} ist Ihr Fieldwatch-Code. Er ist {minutes, number} Minuten gültig. Geben Sie ihn nicht weiter.',

  'account.invitation.subject': '{inviter} lädt Sie zu {entity} auf Fieldwatch ein',
  'account.invitation.an-admin': 'Ein Administrator',
  'account.invitation.who':
    '{inviter} ({email}) lädt Sie in das Fieldwatch-Portal von {entity} ein. Es zeigt die Geräte der Organisation im Feld: wo sie sind, was sie messen und ihre Alarme.',
  'account.invitation.accept':
    'Sie melden sich mit dieser Adresse an: {email}. Um die Einladung anzunehmen, wählen Sie innerhalb von sieben Tagen Ihr Passwort:',
  'account.invitation.expired':
    'Ist der Link abgelaufen, bitten Sie {inviter} um einen neuen. Wenn Sie diese Person nicht kennen, ignorieren Sie diese E-Mail.',

  'account.reset.subject': 'Neues Passwort für Fieldwatch wählen',
  'account.reset.asked':
    'Jemand, hoffentlich Sie, hat ein neues Passwort für Ihr Fieldwatch-Konto angefordert. Wählen Sie es innerhalb der nächsten Stunde:',
  'account.reset.ignore': 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',

  'account.password-changed.subject': 'Ihr Fieldwatch-Passwort wurde geändert',
  'account.password-changed.what':
    'Das Passwort Ihres Fieldwatch-Kontos wurde soeben geändert, und alle anderen Browser wurden abgemeldet.',
  'account.password-changed.act':
    'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort („Passwort vergessen“ auf der Anmeldeseite) und informieren Sie einen Administrator Ihrer Organisation.',

  'account.new-address.subject': 'Neue Fieldwatch-Adresse bestätigen',
  'account.new-address.asked':
    'Jemand, hoffentlich Sie, möchte sich bei Fieldwatch mit dieser Adresse, {after}, statt mit {before} anmelden. Bestätigen Sie sie innerhalb der nächsten Stunde:',
  'account.new-address.ignore':
    'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ohne die Bestätigung ändert sich nichts.',
  'account.old-address.subject': 'Ihre Fieldwatch-Adresse soll geändert werden',
  'account.old-address.asked':
    'Jemand, der als Sie angemeldet ist und Ihr Passwort kennt, möchte für Fieldwatch {after} statt {before} verwenden. Die Adresse ändert sich, wenn {after} innerhalb der nächsten Stunde bestätigt wird.',
  'account.old-address.act':
    'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort („Passwort vergessen“ auf der Anmeldeseite). Damit werden Sie überall abgemeldet, und Ihre Adresse bleibt unverändert. Informieren Sie dann einen Administrator Ihrer Organisation.',
  'account.address-changed.subject': 'Ihre Fieldwatch-Adresse wurde geändert',
  'account.address-changed.what': 'Sie melden sich bei Fieldwatch ab jetzt mit {after} statt mit {before} an.',
  'account.address-changed.act':
    'Wenn das nicht mit Ihnen abgesprochen war, informieren Sie einen Administrator Ihrer Organisation.',

  'account.factor.when': 'Zeitpunkt: {moment} UTC.',
  'account.factor.when-and-where': 'Zeitpunkt: {moment} UTC, von der Adresse {address}.',
  'account.factor.act':
    'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort und informieren Sie einen Administrator Ihrer Organisation:',
  'account.factor.app-added.subject': 'Ihr Fieldwatch-Konto hat jetzt einen zweiten Faktor',
  'account.factor.app-added.what':
    'Für Ihr Fieldwatch-Konto wurde eine Authenticator-App eingerichtet. Ab jetzt benötigen Sie ihren Code zum Anmelden.',
  'account.factor.app-replaced.subject': 'Ihr Fieldwatch-Konto hat eine neue Authenticator-App',
  'account.factor.app-replaced.what':
    'Für Ihr Fieldwatch-Konto wurde eine neue Authenticator-App eingerichtet. Codes der vorherigen gelten nicht mehr.',
  'account.factor.app-removed.subject': 'Die Authenticator-App Ihres Fieldwatch-Kontos wurde entfernt',
  'account.factor.app-removed.what':
    'Die Authenticator-App Ihres Fieldwatch-Kontos wurde entfernt. Sie benötigen ihren Code nicht mehr zum Anmelden.',
  'account.factor.passkey-added.subject': 'Ihrem Fieldwatch-Konto wurde ein Passkey hinzugefügt',
  'account.factor.passkey-added.what':
    'Ihrem Fieldwatch-Konto wurde ein Passkey hinzugefügt. Wer ihn besitzt, kann sich damit anmelden.',
  'account.factor.passkey-removed.subject': 'Ein Passkey Ihres Fieldwatch-Kontos wurde entfernt',
  'account.factor.passkey-removed.what':
    'Ein Passkey Ihres Fieldwatch-Kontos wurde entfernt. Er kann nicht mehr verwendet werden.',
  'account.factor.codes-made.subject': 'Ihr Fieldwatch-Konto hat neue Wiederherstellungscodes',
  'account.factor.codes-made.what':
    'Für Ihr Fieldwatch-Konto wurden neue Wiederherstellungscodes erstellt. Die vorherigen gelten nicht mehr.',
  'account.factor.code-used.subject': 'Ein Wiederherstellungscode Ihres Fieldwatch-Kontos wurde verwendet',
  'account.factor.code-used.what':
    'Ein Wiederherstellungscode Ihres Fieldwatch-Kontos wurde verwendet. {left, plural, =0 {Es ist keiner mehr übrig: Erstellen Sie neue in Ihrem Profil.} one {Es ist noch einer übrig: Erstellen Sie neue in Ihrem Profil.} other {Es sind noch # übrig.}}',
  'account.factor.reset.subject': 'Der zweite Faktor Ihres Fieldwatch-Kontos wurde zurückgesetzt',
  'account.factor.reset.what':
    'Ein Administrator hat den zweiten Faktor Ihres Fieldwatch-Kontos entfernt, und Sie wurden überall abgemeldet. Melden Sie sich mit Ihrem Passwort an und richten Sie einen neuen zweiten Faktor ein: in Ihrem Profil oder gleich beim Anmelden, wenn Ihre Organisation ihn verlangt.',
  'account.factor.locked.subject': 'Falsche Codes für den zweiten Faktor Ihres Fieldwatch-Kontos',
  'account.factor.locked.what':
    'Jemand, der das Passwort Ihres Fieldwatch-Kontos kennt, hat zehn falsche Codes eingegeben. In den nächsten 15 Minuten werden keine Codes angenommen.',
}
