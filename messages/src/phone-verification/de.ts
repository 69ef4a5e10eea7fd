import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'phone-verification.title': 'Telefonnummer bestätigen',
  'phone-verification.lead': 'Wir senden einen Code an Ihr Telefon, um sicherzugehen, dass es Ihres ist.',
  'phone-verification.phone': 'Telefonnummer',
  'phone-verification.privacy': 'Ich stimme der <link>Datenschutzerklärung</link> zu',
  'phone-verification.privacy.missing': 'Bitte stimmen Sie der Datenschutzerklärung zu',
  'phone-verification.terms': 'Ich stimme den <link>Nutzungsbedingungen</link> zu',
  'phone-verification.terms.missing': 'Bitte stimmen Sie den Nutzungsbedingungen zu',
  'phone-verification.phone.invalid': 'Geben Sie eine gültige Telefonnummer ein',
  'phone-verification.send': 'Code senden',
  'phone-verification.send.busy': 'Code wird gesendet …',
  'phone-verification.send.failed': 'Der Code konnte nicht gesendet werden. Versuchen Sie es erneut.',
  'phone-verification.send.too-many':
    'Es wurden zu viele Codes gesendet. Versuchen Sie es in {minutes, plural, one {# Minute} other {# Minuten}} erneut.',

  'phone-verification.code': 'Geben Sie die {digits, number} Ziffern des Codes ein, den wir an {phone} gesendet haben',
  'phone-verification.code.digit': 'Ziffer {digit, number} von {digits, number}',
  'phone-verification.code.wait': 'Keine SMS? In {seconds, number} s können Sie eine weitere anfordern.',
  'phone-verification.code.resend': 'Code erneut senden',
  'phone-verification.code.failed': 'Der Code konnte nicht geprüft werden. Versuchen Sie es erneut.',
  'phone-verification.verify': 'Bestätigen',
  'phone-verification.verify.busy': 'Wird geprüft …',
  'phone-verification.other-number': 'Andere Nummer verwenden',
  'phone-verification.verified': '{phone} ist bestätigt.',
}
