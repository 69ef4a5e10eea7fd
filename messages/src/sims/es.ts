import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'sims.status.active': 'Activa',
  'sims.status.suspended': 'Suspendida',
  'sims.status.inactive': 'Inactiva',
  'sims.data.used-of': '{used} de {limit}',
  'sims.data.unknown': 'desconocido',
}
