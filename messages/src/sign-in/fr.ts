import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'sign-in.brand': 'Fieldwatch',
  'sign-in.language': 'Langue',
  'sign-in.title': 'Connexion',
  'sign-in.submit': 'Se connecter',
  'sign-in.submit.busy': 'connexion…',
  'sign-in.email': 'E-mail',
  'sign-in.password': 'Mot de passe',
  'sign-in.forgot': 'Mot de passe oublié',
  'sign-in.provider': 'Se connecter avec {provider}',
  'sign-in.back': 'Retour à la connexion',
  'sign-in.new-link': 'Envoyez-moi un nouveau lien',
  'sign-in.wait': 'Un instant…',
  'sign-in.open-settings': 'Ouvrir les paramètres',
  'sign-in.open-portal': 'Ouvrir le portail',
  'sign-in.nothing-changed': 'Rien n’a été modifié.',
  'sign-in.try-again': 'Rien n’a été modifié. Réessayez.',

  'sign-in.lead.never': 'Vos appareils en un coup d’œil.',
  'sign-in.lead.chosen': 'Vous êtes déconnecté.',
  'sign-in.lead.elsewhere': 'Vous vous êtes déconnecté dans un autre onglet.',
  'sign-in.lead.ended': 'Votre session a expiré. Connectez-vous pour reprendre où vous en étiez.',
  'sign-in.lead.factor-required':
    'Votre entité exige désormais un second facteur. Reconnectez-vous. Si vous n’en avez pas, vous le configurerez alors.',
  'sign-in.lead.unreachable': 'Le portail est injoignable. Connectez-vous lorsqu’il sera de nouveau disponible.',

  'sign-in.second-factor': 'Second facteur',
  'sign-in.second-factor.lead': 'Votre mot de passe est correct. Encore une étape.',
  'sign-in.set-up': 'Configurer un second facteur',
  'sign-in.set-up.lead': 'Votre mot de passe est correct. Encore une étape, cette fois seulement.',

  'sign-in.problem.any':
    'La connexion par le fournisseur a échoué. Connectez-vous avec votre mot de passe ou réessayez dans un instant.',
  'sign-in.problem.away':
    'Le fournisseur est injoignable. Connectez-vous avec votre mot de passe ou réessayez dans un instant.',
  'sign-in.problem.refused': 'Le fournisseur ne vous a pas connecté ou a mis trop de temps. Réessayez.',
  'sign-in.problem.unknown':
    'Aucun compte n’a l’adresse envoyée par le fournisseur. Demandez à un administrateur de votre entité de vous ajouter.',
  'sign-in.problem.unverified': 'Le fournisseur n’a pas vérifié votre adresse e-mail. Vérifiez-la d’abord chez lui.',

  'sign-in.reset.title': 'Réinitialiser le mot de passe',
  'sign-in.reset.submit': 'Réinitialiser le mot de passe',
  'sign-in.reset.busy': 'Envoi de l’e-mail…',
  'sign-in.reset.lead': 'Nous vous envoyons un lien pour en choisir un nouveau.',
  'sign-in.reset.sent': 'Un e-mail a été envoyé',
  'sign-in.reset.sent.help': 'Si l’adresse correspond à un compte, le lien est valable une heure.',
  'sign-in.reset.again': 'Envoyer un autre e-mail',

  'sign-in.link.check': 'Choisir un mot de passe',
  'sign-in.link.dead': 'Ce lien ne fonctionne plus',
  'sign-in.link.dead.lead': 'Un lien fonctionne une fois, pour une durée limitée.',
  'sign-in.link.dead.help': 'Ce lien a expiré ou a déjà été utilisé.',

  'sign-in.password.help': 'Au moins {least, number} caractères, et pas l’un des plus courants.',
  'sign-in.password.save': 'Enregistrer le mot de passe',
  'sign-in.password.save.busy': 'Enregistrement du mot de passe…',
  'sign-in.password.another.title': 'Choisir un nouveau mot de passe',
  'sign-in.password.another.lead': 'Il remplace l’ancien et met fin à toutes les sessions précédentes.',
  'sign-in.password.another.label': 'Nouveau mot de passe',
  'sign-in.password.another.done': 'Mot de passe modifié',
  'sign-in.password.another.done-lead': 'Toutes les sessions précédentes sont terminées.',
  'sign-in.password.another.success': 'Votre mot de passe a été modifié.',
  'sign-in.password.another.next': 'Connectez-vous maintenant avec le nouveau.',
  'sign-in.password.first.title': 'Choisissez votre mot de passe',
  'sign-in.password.first.lead': 'Bienvenue. Vous vous connecterez désormais avec ce mot de passe.',
  'sign-in.password.first.label': 'Mot de passe',
  'sign-in.password.first.done': 'Mot de passe enregistré',
  'sign-in.password.first.done-lead': 'Votre compte est prêt.',
  'sign-in.password.first.success': 'Votre mot de passe a été enregistré.',
  'sign-in.password.first.next': 'Connectez-vous maintenant avec ce mot de passe.',

  'sign-in.confirm.title': 'Confirmer votre nouvelle adresse',
  'sign-in.confirm.lead': 'Vous avez demandé à vous connecter avec l’adresse de cet e-mail.',
  'sign-in.confirm.help':
    'Vous ne pourrez plus vous connecter avec l’ancienne adresse. Nous l’informons du changement.',
  'sign-in.confirm.submit': 'Confirmer',
  'sign-in.confirm.done': 'Adresse e-mail modifiée',
  'sign-in.confirm.done.lead': 'Vous utilisez désormais la nouvelle.',
  'sign-in.confirm.done.help': 'Vous vous connectez avec {email}.',
  'sign-in.confirm.dead.lead': 'Un lien fonctionne une fois, pendant une heure.',
  'sign-in.confirm.dead.help':
    'Votre adresse n’a pas changé. Pour obtenir un nouveau lien, enregistrez à nouveau la nouvelle adresse dans votre profil.',

  'sign-in.unsubscribe.submit': 'Se désabonner',
  'sign-in.unsubscribe.invalid': 'Ce lien est incomplet',
  'sign-in.unsubscribe.invalid.help':
    'Ouvrez à nouveau le lien de l’e-mail, ou connectez-vous et désabonnez-vous dans les paramètres.',
  'sign-in.unsubscribe.alert': 'Se désabonner de cette alerte ?',
  'sign-in.unsubscribe.alert.name': 'Alerte : {name}',
  'sign-in.unsubscribe.alert.help':
    'Vous ne recevrez plus d’e-mails ni de SMS pour cette alerte. Les autres personnes et alertes ne sont pas concernées.',
  'sign-in.unsubscribe.alert.done': 'Vous êtes désabonné',
  'sign-in.unsubscribe.alert.done.help': 'Vous ne recevrez plus d’e-mails ni de SMS pour cette alerte.',
  'sign-in.unsubscribe.alert.again':
    'Pour recevoir à nouveau ses messages, connectez-vous et réabonnez-vous dans Paramètres, Alertes.',
  'sign-in.unsubscribe.alert.gone': 'Vous n’êtes pas abonné à cette alerte',
  'sign-in.unsubscribe.alert.gone.lead': 'Elle a été supprimée ou n’est plus partagée avec vous.',
  'sign-in.unsubscribe.report': 'Se désabonner de ce rapport ?',
  'sign-in.unsubscribe.report.name': 'Rapport : {name}',
  'sign-in.unsubscribe.report.help':
    'Vous ne le recevrez plus par e-mail. Les autres destinataires continuent de le recevoir.',
  'sign-in.unsubscribe.report.gone': 'Vous n’êtes pas abonné à ce rapport',
  'sign-in.unsubscribe.report.gone.lead': 'Pour le recevoir à nouveau, demandez à son propriétaire.',
}
