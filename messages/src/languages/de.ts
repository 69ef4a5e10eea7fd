import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'languages.label': 'Sprache',
  'languages.as-browser': 'Wie im Browser',
  'languages.as-entity': 'Wie die Organisation ({language})',
  'languages.of-person.help': 'Oberfläche, E-Mails und SMS verwenden diese Sprache.',
  'languages.of-entity.help': 'Für Personen, die in ihrem Profil keine Sprache gewählt haben.',
}
