import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'embedded.failed': 'No se puede abrir la aplicación',
  'embedded.failed.refused': 'Su dirección no está permitida aquí. El operador del portal puede corregirla.',
  'embedded.failed.blocked': 'Se añadió después de abrir esta página. Recargue la página para abrirla.',
  'embedded.failed.silent': 'No responde. Puede que esté parada o que no sea accesible desde su red.',
  'embedded.reload': 'Recargar la página',
  'embedded.try-again': 'Reintentar',
  'embedded.new-tab': 'Abrir en una pestaña nueva',
}
