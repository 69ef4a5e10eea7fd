import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'profile.title': 'Profil',
  'profile.edit': 'Modifier',
  'profile.cancel': 'Annuler',
  'profile.save': 'Enregistrer',

  'profile.details': 'Détails',
  'profile.details.first-name': 'Prénom',
  'profile.details.last-name': 'Nom',
  'profile.details.email': 'E-mail',
  'profile.details.phone': 'Numéro de téléphone',
  'profile.details.phone.invalid': 'Saisissez un numéro de téléphone valide avant d’enregistrer.',
  'profile.details.company': 'Entreprise',
  'profile.details.failed': 'Une erreur s’est produite lors de l’enregistrement du profil',
  'profile.photo': 'Photo de profil',
  'profile.photo.upload': 'Téléverser une photo',
  'profile.photo.change': 'Changer la photo',
  'profile.photo.remove': 'Retirer la photo',

  'profile.email.title': 'Saisissez votre mot de passe',
  'profile.email.help':
    'Nous envoyons un lien à {email}. Tant que vous ne l’avez pas ouvert, vous vous connectez avec l’ancienne adresse. Celle-ci est avertie du changement.',
  'profile.email.submit': 'Envoyer le lien',
  'profile.email.sent': 'Nous avons envoyé un lien à {mailed}.',
  'profile.email.sent.help':
    'Ouvrez-le dans l’heure pour confirmer l’adresse. D’ici là, vous vous connectez avec l’ancienne.',

  'profile.notifications': 'Préférences de notification',
  'profile.notifications.alerts': 'Alertes',
  'profile.notifications.help':
    'Comment nous vous avertissons lorsqu’une alerte qui vous appartient ou qui est partagée avec vous est déclenchée, puis revient à OK. <link>Afficher mes alertes</link>',
  'profile.notifications.sms': 'SMS',
  'profile.notifications.email.to': 'À {email}',
  'profile.notifications.sms.to': 'Uniquement à votre numéro vérifié, {phone}',
  'profile.notifications.sms.none':
    'Vous n’avez pas de numéro vérifié. Si vous activez cette option, vous devrez d’abord en vérifier un.',

  'profile.time': 'Format de l’heure',
  'profile.time.hours': '{hours, number} heures, par exemple {example}',
  'profile.measures': 'Unités de mesure',
  'profile.measures.show': 'Afficher les valeurs en',
  'profile.measures.help':
    'Les écrans, e-mails et SMS d’alerte utilisent ces unités de mesure. Les données enregistrées restent telles qu’envoyées.',
  'profile.measures.company': 'Unités de mesure de mon entreprise',

  'profile.password': 'Mot de passe',
  'profile.password.change': 'Changer le mot de passe',
  'profile.password.help': 'Un nouveau mot de passe vous déconnecte partout ailleurs.',
  'profile.password.changed': 'Votre mot de passe a été modifié et vous êtes déconnecté partout ailleurs.',
  'profile.password.submit': 'Changer',
  'profile.password.current': 'Mot de passe actuel',
  'profile.password.new': 'Nouveau mot de passe',
  'profile.password.new.help': 'Au moins {least, number} caractères.',

  'profile.sessions': 'Sessions',
  'profile.sessions.failed': 'Impossible de charger les sessions',
  'profile.sessions.current': 'Ce navigateur',
  'profile.sessions.details': 'Connexion {signedIn}, dernière utilisation {lastUsed}',
  'profile.sessions.details.address': 'Depuis {address}, connexion {signedIn}, dernière utilisation {lastUsed}',
  'profile.sessions.all': 'Afficher les {count, number} sessions',
  'profile.sessions.fewer': 'Afficher moins de sessions',
  'profile.sessions.end': 'Déconnecter',
  'profile.sessions.end.one': 'Déconnecter {name}, connexion {signedIn}',
  'profile.sessions.end.others': 'Déconnecter partout ailleurs',
  'profile.sessions.end.failed': 'Échec de la déconnexion',

  'profile.activity': 'Votre activité',
  'profile.activity.show': 'Afficher vos modifications et connexions',
}
