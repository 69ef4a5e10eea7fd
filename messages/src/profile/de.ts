import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'profile.title': 'Profil',
  'profile.edit': 'Bearbeiten',
  'profile.cancel': 'Abbrechen',
  'profile.save': 'Speichern',

  'profile.details': 'Details',
  'profile.details.first-name': 'Vorname',
  'profile.details.last-name': 'Nachname',
  'profile.details.email': 'E-Mail',
  'profile.details.phone': 'Telefonnummer',
  'profile.details.phone.invalid': 'Geben Sie vor dem Speichern eine gültige Telefonnummer ein.',
  'profile.details.company': 'Firma',
  'profile.details.failed': 'Das Profil konnte nicht gespeichert werden',
  'profile.photo': 'Profilfoto',
  'profile.photo.upload': 'Foto hochladen',
  'profile.photo.change': 'Foto ändern',
  'profile.photo.remove': 'Foto entfernen',

  'profile.email.title': 'Passwort eingeben',
  'profile.email.help':
    'Wir senden einen Link an {email}. Bis Sie ihn öffnen, melden Sie sich mit der alten Adresse an. Die alte Adresse wird über die Änderung informiert.',
  'profile.email.submit': 'Link senden',
  'profile.email.sent': 'Wir haben einen Link an {mailed} gesendet.',
  'profile.email.sent.help':
    'Öffnen Sie ihn innerhalb einer Stunde, um die Adresse zu bestätigen. Bis dahin melden Sie sich mit der alten an.',

  'profile.notifications': 'Benachrichtigungen',
  'profile.notifications.alerts': 'Alarme',
  'profile.notifications.help':
    'So benachrichtigen wir Sie, wenn ein Alarm ausgelöst wird, der Ihnen gehört oder mit Ihnen geteilt ist, und wenn er wieder OK ist. <link>Meine Alarme anzeigen</link>',
  'profile.notifications.sms': 'SMS',
  'profile.notifications.email.to': 'An {email}',
  'profile.notifications.sms.to': 'Nur an Ihre bestätigte Telefonnummer, {phone}',
  'profile.notifications.sms.none':
    'Sie haben keine bestätigte Telefonnummer. Wenn Sie dies einschalten, bestätigen Sie zuerst eine.',

  'profile.time': 'Zeitformat',
  'profile.time.hours': '{hours, number} Stunden, zum Beispiel {example}',
  'profile.measures': 'Maßeinheiten',
  'profile.measures.show': 'Werte anzeigen in',
  'profile.measures.help':
    'Oberfläche, E-Mails und SMS zu Alarmen verwenden diese Maßeinheiten. Gespeicherte Daten bleiben wie gesendet.',
  'profile.measures.company': 'Maßeinheiten meiner Firma',

  'profile.password': 'Passwort',
  'profile.password.change': 'Passwort ändern',
  'profile.password.help': 'Ein neues Passwort meldet Sie überall sonst ab.',
  'profile.password.changed': 'Ihr Passwort wurde geändert, und Sie sind überall sonst abgemeldet.',
  'profile.password.submit': 'Ändern',
  'profile.password.current': 'Aktuelles Passwort',
  'profile.password.new': 'Neues Passwort',
  'profile.password.new.help': 'Mindestens {least, number} Zeichen.',

  'profile.sessions': 'Sitzungen',
  'profile.sessions.failed': 'Sitzungen konnten nicht geladen werden',
  'profile.sessions.current': 'Dieser Browser',
  'profile.sessions.details': 'Angemeldet {signedIn}, zuletzt verwendet {lastUsed}',
  'profile.sessions.details.address': 'Von {address}, angemeldet {signedIn}, zuletzt verwendet {lastUsed}',
  'profile.sessions.all': 'Alle {count, number} Sitzungen anzeigen',
  'profile.sessions.fewer': 'Weniger Sitzungen anzeigen',
  'profile.sessions.end': 'Abmelden',
  'profile.sessions.end.one': '{name} abmelden, angemeldet {signedIn}',
  'profile.sessions.end.others': 'Überall sonst abmelden',
  'profile.sessions.end.failed': 'Abmelden fehlgeschlagen',

  'profile.activity': 'Ihre Aktivität',
  'profile.activity.show': 'Änderungen und Anmeldungen anzeigen',
}
