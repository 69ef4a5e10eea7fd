import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'print.print': 'Drucken oder als PDF speichern',
  'print.until': 'Bis {end}',
}
