import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'latest.none': 'k. A.',
  'latest.yes': 'Ja',
  'latest.no': 'Nein',
}
