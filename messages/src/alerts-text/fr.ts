import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'alerts-text.status.ok': 'OK',
  'alerts-text.status.high': 'Déclenchée',
  'alerts-text.limit.equal': 'égal à {limit}',
  'alerts-text.limit.not-equal': 'différent de {limit}',
  'alerts-text.limit.greater': 'supérieur à {limit}',
  'alerts-text.limit.less': 'inférieur à {limit}',
  'alerts-text.limit.greater-or-equal': 'supérieur ou égal à {limit}',
  'alerts-text.limit.less-or-equal': 'inférieur ou égal à {limit}',
  'alerts-text.notifies-nobody':
    'Personne n’est averti de cette alerte. Rétablissez ses notifications, activez les e-mails ou les SMS dans un profil, ou ajoutez une personne.',
}
