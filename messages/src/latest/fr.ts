import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'latest.none': 'N/D',
  'latest.yes': 'Oui',
  'latest.no': 'Non',
}
