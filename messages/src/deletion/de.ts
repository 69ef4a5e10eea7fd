import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'deletion.delete': 'Löschen',
  'deletion.type': 'Zur Bestätigung {text} eingeben',
}
