import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'overview.add-widget': 'Añadir widget',
  'overview.empty': 'El resumen está vacío',
  'overview.empty.template': 'La plantilla de este dispositivo no tiene medidores, tarjetas, tablas ni mapas.',
  'overview.empty.no-template':
    'Este dispositivo aún no tiene plantilla. Una plantilla define los medidores, tarjetas, tablas y mapas del resumen. Al añadir el primer widget se crea una.',
}
