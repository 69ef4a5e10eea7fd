import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'languages.label': 'Langue',
  'languages.as-browser': 'Comme le navigateur',
  'languages.as-entity': 'Comme l’entité ({language})',
  'languages.of-person.help': 'Les écrans, e-mails et SMS utilisent cette langue.',
  'languages.of-entity.help': 'Pour les personnes qui n’ont pas choisi de langue dans leur profil.',
}
