import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'legal.brand': 'Fieldwatch',

  'legal.privacy.title': 'Datenschutzerklärung',
  'legal.privacy.lead':
    'Was dieses Portal über Personen speichert. Ihre Organisation betreibt es auf eigenen oder von ihr ausgewählten Servern.',
  'legal.privacy.stored': 'Was gespeichert wird',
  'legal.privacy.stored.account':
    'Ihr Name, Ihre E-Mail-Adresse, Rolle, Ihr Bild und Ihre Einstellungen, solange Sie Benutzer sind. Ihr Passwort wird nur als Hash gespeichert.',
  'legal.privacy.stored.phone': 'Ihre Telefonnummer, sobald Sie sie mit einem Code bestätigt haben.',
  'legal.privacy.stored.activity':
    'Wann und von welcher Netzwerkadresse Sie sich angemeldet haben und welche Änderungen Sie vorgenommen haben.',
  'legal.privacy.phone': 'Wofür Ihre Telefonnummer verwendet wird',
  'legal.privacy.phone.code': 'Für SMS mit einem Code, wenn Sie einen zur Bestätigung der Nummer anfordern.',
  'legal.privacy.phone.alerts':
    'Für SMS zu Alarmen, solange sie in Ihren Benachrichtigungseinstellungen eingeschaltet sind.',
  'legal.privacy.phone.else': 'Für nichts anderes: keine Werbung und keine Anrufe.',
  'legal.privacy.access': 'Wer es sehen kann',
  'legal.privacy.access.people': 'Personen Ihrer Organisation, die deren Benutzer hier sehen dürfen.',
  'legal.privacy.access.sms':
    'Das Unternehmen, das SMS für Ihre Organisation zustellt, erhält Ihre Nummer und den Text jeder SMS.',
  'legal.privacy.access.mail':
    'Der Mailserver Ihrer Organisation erhält Ihre E-Mail-Adresse, den Text jeder E-Mail und die Berichte, die Ihnen per E-Mail gesendet werden.',
  'legal.privacy.choices': 'Was Sie tun können',
  'legal.privacy.choices.sms': 'SMS unter Einstellungen, Profil ausschalten oder Ihre Telefonnummer ändern.',
  'legal.privacy.choices.ask':
    'Einen Administrator Ihrer Organisation um Auskunft über Ihre Daten, eine Berichtigung oder die Löschung bitten.',

  'legal.terms.title': 'Nutzungsbedingungen',
  'legal.terms.lead': 'Die Regeln zwischen Ihnen und Ihrer Organisation, wenn Sie dieses Portal und seine SMS nutzen.',
  'legal.terms.use': 'Nutzung des Portals',
  'legal.terms.use.units': 'Nutzen Sie es für die Geräte Ihrer Organisation und für die, die Sie sehen dürfen.',
  'legal.terms.use.secret':
    'Halten Sie Ihr Passwort und Ihre Codes geheim. Die Betreiber des Portals fragen nie danach.',
  'legal.terms.use.activity': 'Ihre Änderungen werden mit Ihrem Namen und der Uhrzeit protokolliert.',
  'legal.terms.sms': 'SMS',
  'legal.terms.sms.number': 'Geben Sie nur eine Telefonnummer ein, die Ihnen gehört oder die Sie verwenden dürfen.',
  'legal.terms.sms.when':
    'Sie erhalten SMS mit Codes, wenn Sie sie anfordern, und zu Alarmen, solange diese eingeschaltet sind. Wie viele, hängt von Ihren Alarmen ab.',
  'legal.terms.sms.cost': 'Ihr Mobilfunkanbieter kann Ihnen den Empfang in Rechnung stellen, besonders im Ausland.',
  'legal.terms.sms.stop': 'Sie können sie jederzeit unter Einstellungen, Profil abbestellen.',
  'legal.terms.limits': 'Worauf Sie sich nicht verlassen sollten',
  'legal.terms.limits.delivery':
    'SMS und E-Mails können verspätet oder gar nicht ankommen. Machen Sie die Sicherheit von Menschen nie allein von einer Benachrichtigung abhängig.',
  'legal.terms.limits.values':
    'Werte werden so angezeigt, wie die Geräte sie gesendet haben. Ein stummes oder defektes Gerät sendet nichts oder falsche Werte.',
}
