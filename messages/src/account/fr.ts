import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'account.sms-code': '{code} est votre code Fieldwatch. Il est valable {minutes, number} minutes. Ne le partagez pas.',

  'account.invitation.subject': '{inviter} vous invite à rejoindre {entity} sur Fieldwatch',
  'account.invitation.an-admin': 'Un administrateur',
  'account.invitation.who':
    '{inviter} ({email}) vous invite sur le portail Fieldwatch de {entity}. Vous y voyez les appareils de l’organisation sur le terrain : où ils se trouvent, ce qu’ils mesurent et leurs alertes.',
  'account.invitation.accept':
    'Vous vous connectez avec cette adresse, {email}. Pour accepter l’invitation, choisissez votre mot de passe dans les sept jours :',
  'account.invitation.expired':
    'Si le lien a expiré, demandez-en un autre à {inviter}. Si vous ne connaissez pas cette personne, ignorez cet e-mail.',

  'account.reset.subject': 'Choisir un nouveau mot de passe pour Fieldwatch',
  'account.reset.asked':
    'Quelqu’un, vous sans doute, a demandé un nouveau mot de passe pour votre compte Fieldwatch. Choisissez-le dans l’heure qui vient :',
  'account.reset.ignore': 'Si ce n’était pas vous, ignorez cet e-mail. Votre mot de passe reste inchangé.',

  'account.password-changed.subject': 'Votre mot de passe Fieldwatch a été modifié',
  'account.password-changed.what':
    'Le mot de passe de votre compte Fieldwatch vient d’être modifié, et tous les autres navigateurs ont été déconnectés.',
  'account.password-changed.act':
    'Si ce n’était pas vous, choisissez immédiatement un nouveau mot de passe (« Mot de passe oublié » sur la page de connexion) et informez un administrateur de votre entité.',

  'account.new-address.subject': 'Confirmer votre nouvelle adresse Fieldwatch',
  'account.new-address.asked':
    'Quelqu’un, vous sans doute, souhaite se connecter à Fieldwatch avec cette adresse, {after}, au lieu de {before}. Confirmez-la dans l’heure qui vient :',
  'account.new-address.ignore': 'Si ce n’était pas vous, ignorez cet e-mail. Sans confirmation, rien ne change.',
  'account.old-address.subject': 'Votre adresse Fieldwatch va changer',
  'account.old-address.asked':
    'Quelqu’un qui est connecté à votre compte et connaît votre mot de passe souhaite utiliser {after} au lieu de {before} pour Fieldwatch. L’adresse change si {after} est confirmée dans l’heure qui vient.',
  'account.old-address.act':
    'Si ce n’était pas vous, choisissez immédiatement un nouveau mot de passe (« Mot de passe oublié » sur la page de connexion). Vous serez déconnecté partout et votre adresse restera inchangée. Informez ensuite un administrateur de votre entité.',
  'account.address-changed.subject': 'Votre adresse Fieldwatch a changé',
  'account.address-changed.what': 'Vous vous connectez désormais à Fieldwatch avec {after} au lieu de {before}.',
  'account.address-changed.act': 'Si vous n’étiez pas d’accord, informez un administrateur de votre entité.',

  'account.factor.when': 'Date : {moment} UTC.',
  'account.factor.when-and-where': 'Date : {moment} UTC, depuis l’adresse {address}.',
  'account.factor.act':
    'Si ce n’était pas vous, choisissez immédiatement un nouveau mot de passe et informez un administrateur de votre entité :',
  'account.factor.app-added.subject': 'Votre compte Fieldwatch a désormais un second facteur',
  'account.factor.app-added.what':
    'Une application d’authentification a été configurée pour votre compte Fieldwatch. Son code est désormais nécessaire pour vous connecter.',
  'account.factor.app-replaced.subject': 'Votre compte Fieldwatch a une nouvelle application d’authentification',
  'account.factor.app-replaced.what':
    'Une nouvelle application d’authentification a été configurée pour votre compte Fieldwatch. Les codes de la précédente ne fonctionnent plus.',
  'account.factor.app-removed.subject': 'L’application d’authentification de votre compte Fieldwatch a été retirée',
  'account.factor.app-removed.what':
    'L’application d’authentification de votre compte Fieldwatch a été retirée. Son code n’est plus nécessaire pour vous connecter.',
  'account.factor.passkey-added.subject': 'Une clé d’accès a été ajoutée à votre compte Fieldwatch',
  'account.factor.passkey-added.what':
    'Une clé d’accès a été ajoutée à votre compte Fieldwatch. Toute personne qui la possède peut l’utiliser pour se connecter.',
  'account.factor.passkey-removed.subject': 'Une clé d’accès de votre compte Fieldwatch a été retirée',
  'account.factor.passkey-removed.what':
    'Une clé d’accès de votre compte Fieldwatch a été retirée. Elle ne fonctionne plus.',
  'account.factor.codes-made.subject': 'Votre compte Fieldwatch a de nouveaux codes de récupération',
  'account.factor.codes-made.what':
    'De nouveaux codes de récupération ont été créés pour votre compte Fieldwatch. Les précédents ne fonctionnent plus.',
  'account.factor.code-used.subject': 'Un code de récupération de votre compte Fieldwatch a été utilisé',
  'account.factor.code-used.what':
    'Un code de récupération de votre compte Fieldwatch a été utilisé. {left, plural, =0 {Il n’en reste aucun : créez-en de nouveaux dans votre profil.} one {Il en reste un : créez-en de nouveaux dans votre profil.} other {Il en reste #.}}',
  'account.factor.reset.subject': 'Le second facteur de votre compte Fieldwatch a été réinitialisé',
  'account.factor.reset.what':
    'Un administrateur a retiré le second facteur de votre compte Fieldwatch, et vous avez été déconnecté partout. Connectez-vous avec votre mot de passe et configurez un nouveau second facteur : dans votre profil, ou immédiatement si votre entité l’exige.',
  'account.factor.locked.subject': 'Codes erronés pour le second facteur de votre compte Fieldwatch',
  'account.factor.locked.what':
    'Quelqu’un qui connaît le mot de passe de votre compte Fieldwatch a saisi dix codes erronés. Aucun code n’est accepté pendant les 15 prochaines minutes.',
}
