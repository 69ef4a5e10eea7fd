import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'second-step.way.password': 'Utiliser le mot de passe',
  'second-step.way.totp': 'Utiliser l’application d’authentification',
  'second-step.way.passkey': 'Utiliser une clé d’accès',
  'second-step.way.recovery': 'Utiliser un code de récupération',
  'second-step.back': 'Retour au mot de passe',
  'second-step.submit': 'Se connecter',
  'second-step.submit.busy': 'connexion…',
  'second-step.email': 'E-mail',
  'second-step.password': 'Mot de passe',

  'second-step.code.totp': 'Code',
  'second-step.code.totp.help': 'Six chiffres de votre application d’authentification.',
  'second-step.code.recovery': 'Code de récupération',
  'second-step.code.recovery.help': 'Chaque code fonctionne une fois.',
  'second-step.wrong': 'Ce code est incorrect ou a déjà été utilisé.',
  'second-step.wrong.help': 'Attendez le code suivant, ou vérifiez l’horloge de votre téléphone.',
  'second-step.too-many': 'Trop de codes incorrects.',
  'second-step.too-many.help': 'Réessayez dans 15 minutes. Si vous ne les avez pas saisis, changez votre mot de passe.',
  'second-step.failed': 'Une erreur inattendue s’est produite',

  'second-step.app.scan': 'Scannez ceci avec votre application d’authentification ou saisissez-y la clé.',
  'second-step.app.qr-code': 'Code QR pour une application d’authentification',
  'second-step.app.key': 'Clé',
  'second-step.app.key.copy': 'Copier la clé',
  'second-step.app.open': 'Ouvrir dans une application de cet appareil',
  'second-step.app.first-code': 'Premier code',
  'second-step.app.first-code.help': 'Les six chiffres affichés par l’application.',
  'second-step.copy': 'Copier',
  'second-step.copied': 'Copié',

  'second-step.codes': 'Codes de récupération',
  'second-step.codes.help':
    'Chaque code permet de vous connecter une fois sans votre téléphone. Ils ne sont affichés que maintenant. Conservez-les avec vos mots de passe.',
  'second-step.codes.download': 'Télécharger',
  'second-step.codes.kept': 'J’ai enregistré les codes',

  'second-step.set-up.lead':
    'Votre entité exige un second facteur. Désormais, vous vous connectez avec un code d’une application de votre téléphone, comme Google Authenticator, 2FAS ou votre gestionnaire de mots de passe.',
  'second-step.set-up.done': 'Votre second facteur est configuré. Voici vos codes de récupération.',
  'second-step.set-up.submit': 'Activer et se connecter',
  'second-step.set-up.submit.busy': 'configuration…',

  'second-step.again.title': 'Se reconnecter',
  'second-step.again.lead.ended': 'Votre session a expiré. Connectez-vous pour continuer. Votre saisie est conservée.',
  'second-step.again.lead.factor-required':
    'Votre entité exige désormais un second facteur. Reconnectez-vous et configurez-en un si nécessaire. Votre saisie est conservée.',
  'second-step.again.login': 'Aller à la page de connexion',
  'second-step.again.disabled':
    'Si votre mot de passe est correct, votre compte est peut-être désactivé. Demandez à un administrateur.',

  'second-step.proof.title': 'Confirmez votre identité',
  'second-step.proof.submit': 'Confirmer',
  'second-step.proof.lead':
    'Cette modification exige une connexion récente. Cela ne vous sera plus demandé pendant {minutes, number} minutes.',
  'second-step.proof.none':
    'Cette modification exige une connexion récente. Déconnectez-vous, reconnectez-vous, puis effectuez la modification.',

  'second-step.passkey.unused': 'Aucune clé d’accès n’a été utilisée.',
  'second-step.passkey.unused.help': 'L’opération a été annulée ou a pris trop de temps. Réessayez.',
  'second-step.passkey.exists': 'Cet appareil a déjà une clé d’accès pour votre compte.',
  'second-step.passkey.address': 'Les clés d’accès ne fonctionnent pas à cette adresse.',
  'second-step.passkey.address.help': 'Ouvrez le portail à l’adresse indiquée dans les liens de ses e-mails.',
  'second-step.passkey.failed': 'La clé d’accès n’a pas pu être utilisée.',
}
