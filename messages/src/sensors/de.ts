import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'sensors.retrieving': 'Wird abgerufen …',
  'sensors.missing': 'Unbekannt',
  'sensors.failed': 'Daten konnten nicht abgerufen werden',
  'sensors.empty': 'unbekannt',
}
