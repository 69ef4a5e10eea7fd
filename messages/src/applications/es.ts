import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'applications.title': 'Aplicaciones',
  'applications.failed': 'No se pueden mostrar las aplicaciones',
  'applications.empty': 'Aún no hay aplicaciones',
  'applications.empty.help': 'Las aplicaciones aparecen aquí cuando su administrador las añade.',
  'applications.not-found': 'Aplicación no encontrada',
  'applications.not-found.help': 'Es posible que se haya eliminado o que pertenezca a otra entidad.',
  'applications.to-all': 'Ver todas las aplicaciones',
  'applications.of-unit': '{app} de {unit}',
  'applications.no-tab': 'Página no encontrada',
  'applications.no-tab.help':
    'Este dispositivo no tiene ninguna aplicación con ese nombre. Es posible que la dirección esté mal escrita.',
  'applications.to-overview': 'Ir al resumen',
  'applications.not-allowed': 'No puede abrir {name}',
  'applications.not-allowed.help':
    'Este dispositivo tiene la aplicación, pero su entidad no tiene acceso a ella. Pida acceso a su administrador.',
}
