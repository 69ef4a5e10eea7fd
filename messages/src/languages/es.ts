import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'languages.label': 'Idioma',
  'languages.as-browser': 'Como el navegador',
  'languages.as-entity': 'Como la entidad ({language})',
  'languages.of-person.help': 'Las pantallas, los correos y los SMS usan este idioma.',
  'languages.of-entity.help': 'Para quienes no han elegido un idioma en su perfil.',
}
