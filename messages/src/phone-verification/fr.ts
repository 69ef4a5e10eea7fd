import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'phone-verification.title': 'Vérifier le numéro de téléphone',
  'phone-verification.lead': 'Nous envoyons un code sur votre téléphone pour nous assurer qu’il est à vous.',
  'phone-verification.phone': 'Numéro de téléphone',
  'phone-verification.privacy': 'J’accepte la <link>politique de confidentialité</link>',
  'phone-verification.privacy.missing': 'Veuillez accepter la politique de confidentialité',
  'phone-verification.terms': 'J’accepte les <link>conditions d’utilisation</link>',
  'phone-verification.terms.missing': 'Veuillez accepter les conditions d’utilisation',
  'phone-verification.phone.invalid': 'Saisissez un numéro de téléphone valide',
  'phone-verification.send': 'Envoyer le code',
  'phone-verification.send.busy': 'Envoi du code…',
  'phone-verification.send.failed': 'Le code n’a pas pu être envoyé. Réessayez.',
  'phone-verification.send.too-many':
    'Trop de codes ont été envoyés. Réessayez dans {minutes, plural, one {# minute} other {# minutes}}.',

  'phone-verification.code': 'Saisissez les {digits, number} chiffres du code envoyé au {phone}',
  'phone-verification.code.digit': 'Chiffre {digit, number} sur {digits, number}',
  'phone-verification.code.wait': 'Pas de SMS ? Vous pourrez en demander un autre dans {seconds, number} s.',
  'phone-verification.code.resend': 'Renvoyer le code',
  'phone-verification.code.failed': 'Le code n’a pas pu être vérifié. Réessayez.',
  'phone-verification.verify': 'Vérifier',
  'phone-verification.verify.busy': 'Vérification…',
  'phone-verification.other-number': 'Utiliser un autre numéro',
  'phone-verification.verified': '{phone} est vérifié.',
}
