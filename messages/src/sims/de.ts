import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'sims.status.active': 'Aktiv',
  'sims.status.suspended': 'Gesperrt',
  'sims.status.inactive': 'Inaktiv',
  'sims.data.used-of': '{used} von {limit}',
  'sims.data.unknown': 'unbekannt',
}
