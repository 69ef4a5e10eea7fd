import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'legal.brand': 'Fieldwatch',

  'legal.privacy.title': 'Politique de confidentialité',
  'legal.privacy.lead':
    'Ce que ce portail conserve sur les personnes. Votre organisation l’exploite sur ses propres serveurs ou sur ceux qu’elle a choisis.',
  'legal.privacy.stored': 'Ce qui est conservé',
  'legal.privacy.stored.account':
    'Votre nom, e-mail, rôle, photo et paramètres, tant que vous êtes utilisateur. Votre mot de passe n’est conservé que sous forme de hachage.',
  'legal.privacy.stored.phone': 'Votre numéro de téléphone, une fois vérifié par un code.',
  'legal.privacy.stored.activity':
    'Quand et depuis quelle adresse réseau vous vous êtes connecté, et les modifications que vous avez faites.',
  'legal.privacy.phone': 'À quoi sert votre numéro de téléphone',
  'legal.privacy.phone.code': 'Pour un SMS contenant un code, lorsque vous en demandez un pour vérifier le numéro.',
  'legal.privacy.phone.alerts':
    'Pour les SMS d’alerte, tant que vous les avez activés dans vos préférences de notification.',
  'legal.privacy.phone.else': 'Pour rien d’autre : ni publicité, ni appels.',
  'legal.privacy.access': 'Qui peut le voir',
  'legal.privacy.access.people': 'Les personnes de votre organisation autorisées à voir ses utilisateurs ici.',
  'legal.privacy.access.sms':
    'L’entreprise qui envoie les SMS pour votre organisation reçoit votre numéro et le texte de chaque SMS.',
  'legal.privacy.access.mail':
    'Le serveur de messagerie de votre organisation reçoit votre e-mail, le texte de chaque message et les rapports qui vous sont envoyés.',
  'legal.privacy.choices': 'Ce que vous pouvez faire',
  'legal.privacy.choices.sms': 'Désactiver les SMS ou changer votre numéro dans Paramètres, Profil.',
  'legal.privacy.choices.ask':
    'Demander à un administrateur de votre organisation vos données, leur rectification ou leur suppression.',

  'legal.terms.title': 'Conditions d’utilisation',
  'legal.terms.lead': 'Les règles entre vous et votre organisation lorsque vous utilisez ce portail et ses SMS.',
  'legal.terms.use': 'Utilisation du portail',
  'legal.terms.use.units':
    'Utilisez-le pour les appareils de votre organisation et pour ceux qu’elle vous permet de voir.',
  'legal.terms.use.secret':
    'Gardez votre mot de passe et vos codes secrets. L’équipe du portail ne les demande jamais.',
  'legal.terms.use.activity': 'Vos modifications sont enregistrées avec votre nom et l’heure.',
  'legal.terms.sms': 'SMS',
  'legal.terms.sms.number': 'Saisissez uniquement un numéro qui vous appartient ou que vous êtes autorisé à utiliser.',
  'legal.terms.sms.when':
    'Vous recevez des SMS avec des codes lorsque vous en demandez, et des SMS d’alerte tant qu’ils sont activés. Leur nombre dépend de vos alertes.',
  'legal.terms.sms.cost': 'Votre opérateur peut vous facturer leur réception, surtout à l’étranger.',
  'legal.terms.sms.stop': 'Vous pouvez les arrêter à tout moment dans Paramètres, Profil.',
  'legal.terms.limits': 'Ce sur quoi ne pas compter',
  'legal.terms.limits.delivery':
    'Les SMS et les e-mails peuvent arriver en retard ou jamais. Ne faites pas dépendre la sécurité des personnes d’une seule notification.',
  'legal.terms.limits.values':
    'Les valeurs sont affichées telles que les appareils les ont envoyées. Un appareil muet ou défaillant n’envoie rien, ou des valeurs fausses.',
}
