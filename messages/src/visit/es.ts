import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'visit.closed': 'Este enlace no se abre',
  'visit.closed.help': 'Puede que haya terminado o que necesite una contraseña. Si recibió una, introdúzcala.',
  'visit.password': 'Contraseña',
  'visit.open': 'Abrir',
  'visit.failed': 'No se puede acceder al portal. Inténtelo de nuevo.',
  'visit.wrong': 'El enlace no se abre con esta contraseña.',
  'visit.ended': 'Este enlace ha terminado',
  'visit.ended.help': 'Ya no muestra nada. Pida uno nuevo a la persona que se lo envió.',
  'visit.live': 'En directo',
  'visit.stale': 'Conexión perdida. Es posible que los valores no estén actualizados.',
  'visit.fixed': 'Periodo fijo',
  'visit.range.between': '{from} a {to}',
  'visit.range.minutes': '{minutes, plural, one {Último minuto} other {Últimos # minutos}}',
  'visit.range.hours': '{hours, plural, one {Última hora} other {Últimas # horas}}',
  'visit.range.days': '{days, plural, one {Último día} other {Últimos # días}}',
  'visit.chart.failed': 'No se ha podido cargar el gráfico',
}
