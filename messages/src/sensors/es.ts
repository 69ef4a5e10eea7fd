import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'sensors.retrieving': 'Obteniendo…',
  'sensors.missing': 'Desconocido',
  'sensors.failed': 'No se han podido obtener los datos',
  'sensors.empty': 'desconocido',
}
