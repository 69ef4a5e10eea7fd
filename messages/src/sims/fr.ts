import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'sims.status.active': 'Active',
  'sims.status.suspended': 'Suspendue',
  'sims.status.inactive': 'Inactive',
  'sims.data.used-of': '{used} sur {limit}',
  'sims.data.unknown': 'inconnu',
}
