import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'print.print': 'Imprimer ou enregistrer en PDF',
  'print.until': 'Jusqu’au {end}',
}
