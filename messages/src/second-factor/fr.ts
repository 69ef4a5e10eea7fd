import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'second-factor.title': 'Second facteur et clés d’accès',
  'second-factor.failed': 'Impossible de charger le second facteur',
  'second-factor.last':
    'Votre entité exige un second facteur pour se connecter avec un mot de passe. Vous ne pouvez donc pas retirer le dernier.',
  'second-factor.next': 'Suivant',
  'second-factor.save': 'Enregistrer',
  'second-factor.proof.password': 'Mot de passe',
  'second-factor.proof.code': 'Code',
  'second-factor.proof.code.help': 'Six chiffres de votre application d’authentification ou un code de récupération.',

  'second-factor.app': 'Application d’authentification',
  'second-factor.app.off':
    'Désactivée. Configurez-en une pour vous connecter avec votre mot de passe et un code de votre téléphone.',
  'second-factor.app.since': 'Activée depuis {since}',
  'second-factor.app.set-up': 'Configurer l’application',
  'second-factor.app.set-up.lead':
    'Vous vous connectez ensuite avec votre mot de passe et un code d’une application de votre téléphone, comme Google Authenticator, 2FAS ou votre gestionnaire de mots de passe.',
  'second-factor.app.done': 'Vous vous connectez désormais avec un code de votre application.',
  'second-factor.app.other': 'Utiliser une autre application',
  'second-factor.app.other.title': 'Utiliser une autre application d’authentification',
  'second-factor.app.other.lead':
    'La nouvelle application remplace l’ancienne. Vos codes de récupération restent valables.',
  'second-factor.app.scan': 'Scanner le code',
  'second-factor.app.first-code': 'Premier code',
  'second-factor.app.first-code.help': 'Les six chiffres affichés par l’application.',
  'second-factor.app.confirm': 'Activer',
  'second-factor.app.remove': 'Désactiver',
  'second-factor.app.remove.title': 'Désactiver l’application d’authentification',
  'second-factor.app.remove.lead':
    'Vous vous connectez ensuite avec votre seul mot de passe et vos codes de récupération ne fonctionnent plus.',
  'second-factor.app.remove.lead.passkeys':
    'Vous vous connectez ensuite avec votre mot de passe et une clé d’accès ou un code de récupération.',
  'second-factor.app.removed': 'L’application d’authentification a été désactivée.',

  'second-factor.codes': 'Codes de récupération',
  'second-factor.codes.left': 'Encore {count, number}.',
  'second-factor.codes.left.few': 'Encore {count, number} : créez-en de nouveaux.',
  'second-factor.codes.left.none': 'Plus aucun : créez-en de nouveaux.',
  'second-factor.codes.make': 'En créer de nouveaux',
  'second-factor.codes.make.title': 'Créer de nouveaux codes de récupération',
  'second-factor.codes.make.lead': 'Vos codes actuels cesseront de fonctionner.',
  'second-factor.codes.made': 'De nouveaux codes de récupération ont été créés.',
  'second-factor.codes.title': 'Vos codes de récupération',
  'second-factor.codes.close': 'Fermer la boîte de dialogue',
  'second-factor.codes.lost.title': 'Fermer sans les codes ?',
  'second-factor.codes.lost.text':
    'Ils ne sont affichés que maintenant. Sans eux, il vous faut un administrateur si vous perdez votre téléphone.',
  'second-factor.codes.lost.confirm': 'Fermer sans les codes',
  'second-factor.codes.lost.cancel': 'Retour aux codes',

  'second-factor.passkeys': 'Clés d’accès',
  'second-factor.passkeys.help':
    'Connectez-vous par empreinte, visage, code PIN ou clé de sécurité, sans mot de passe ni code.',
  'second-factor.passkeys.unknown':
    'Ce navigateur ne permet pas les clés d’accès à cette adresse : elles exigent HTTPS.',
  'second-factor.passkeys.all': 'Afficher les {count, number} clés d’accès',
  'second-factor.passkeys.fewer': 'Afficher moins de clés d’accès',
  'second-factor.passkeys.used': 'Ajoutée {added}, dernière utilisation {used}',
  'second-factor.passkeys.unused': 'Ajoutée {added}, pas encore utilisée',
  'second-factor.passkeys.add': 'Ajouter une clé d’accès',
  'second-factor.passkeys.add.lead':
    'Votre navigateur demande ensuite où la conserver. La connexion par mot de passe exigera alors la clé d’accès ou un autre second facteur.',
  'second-factor.passkeys.added': 'La clé d’accès a été ajoutée.',
  'second-factor.passkeys.rename': 'Renommer',
  'second-factor.passkeys.rename.one': 'Renommer {name}',
  'second-factor.passkeys.rename.name': 'Nom',
  'second-factor.passkeys.renamed': '{before} s’appelle maintenant {name}.',
  'second-factor.passkeys.remove': 'Retirer',
  'second-factor.passkeys.remove.one': 'Retirer {name}',
  'second-factor.passkeys.remove.title': 'Retirer {name} ?',
  'second-factor.passkeys.remove.lead':
    'Vous ne pourrez plus vous connecter avec elle. Supprimez-la aussi sur l’appareil.',
  'second-factor.passkeys.removed': '{name} a été retirée.',

  'second-factor.required': 'Second facteur',
  'second-factor.required.failed': 'Impossible de charger l’exigence',
  'second-factor.required.start': 'Exiger un second facteur',
  'second-factor.required.start.of': 'Exiger un second facteur de {name}',
  'second-factor.required.start.title': 'Exiger un second facteur de {name} ?',
  'second-factor.required.start.text':
    'Cela s’applique immédiatement aux utilisateurs de {name} et de ses sous-entités. Ceux qui n’ont ni application d’authentification ni clé d’accès sont déconnectés et configurent une application en se reconnectant. Cela ne concerne ni la connexion par un fournisseur ni les jetons.',
  'second-factor.required.start.confirm': 'Exiger',
  'second-factor.required.started': '{name} exige maintenant un second facteur.',
  'second-factor.required.users.failed': 'Impossible de charger les utilisateurs sans second facteur',
  'second-factor.required.users.all': 'Tous les utilisateurs en ont déjà un.',
  'second-factor.required.users.some':
    '{without, plural, one {# utilisateur sur {all, number} n’en a} other {# utilisateurs sur {all, number} n’en ont}} pas encore :',
  'second-factor.required.users': 'Utilisateurs sans second facteur',
  'second-factor.required.profile': 'Ouvrir votre profil',
  'second-factor.required.stop': 'Ne plus l’exiger',
  'second-factor.required.stop.of': 'Ne plus l’exiger de {name}',
  'second-factor.required.stop.title': 'Ne plus exiger de second facteur de {name} ?',
  'second-factor.required.stop.text':
    'Les utilisateurs qui ont un second facteur en ont toujours besoin pour se connecter et peuvent le retirer. Les autres se connectent avec leur seul mot de passe.',
  'second-factor.required.stopped': '{name} n’exige plus de second facteur.',
  'second-factor.required.state.both': 'Exigé ici, et aussi par {entity}.',
  'second-factor.required.state.both.hidden': 'Exigé ici, et aussi par une entité supérieure.',
  'second-factor.required.state.above': 'Exigé par {entity}. Cela ne peut être désactivé que là.',
  'second-factor.required.state.above.hidden': 'Exigé par une entité supérieure. Cela ne peut être désactivé que là.',
  'second-factor.required.state.here': 'Exigé pour se connecter avec un mot de passe, ici et dans les sous-entités.',
  'second-factor.required.state.no': 'Non exigé. Les utilisateurs peuvent en configurer un dans leur profil.',
}
