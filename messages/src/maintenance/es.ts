import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'maintenance.title': 'Mantenimiento',
  'maintenance.help': 'Durante el mantenimiento, las alertas de este dispositivo no envían notificaciones.',
  'maintenance.failed': 'No se han podido recuperar los datos.',
  'maintenance.none': 'No hay mantenimiento en curso ni previsto.',
  'maintenance.set.open': 'Programar mantenimiento',
  'maintenance.set.title': 'Programar periodo de mantenimiento',
  'maintenance.set': 'Programar',
  'maintenance.set.help':
    'Hasta que termine, las alertas de {friendlyName} no envían notificaciones. Las que se activen durante el mantenimiento se notifican al terminar.',
  'maintenance.from': 'Desde',
  'maintenance.until': 'Hasta',
  'maintenance.hours': '{count, plural, one {# hora} other {# horas}}',
  'maintenance.zone': 'Las horas están en la zona horaria de este navegador, {zone}.',
  'maintenance.comment': 'Comentario',
  'maintenance.comment.example': 'Bomba nueva',
  'maintenance.problem.time-missing': 'Elija un día y una hora.',
  'maintenance.problem.no-such-day': 'Este día no existe.',
  'maintenance.problem.order': 'El final debe ser posterior al inicio.',
  'maintenance.problem.past': 'El final debe estar en el futuro.',
  'maintenance.problem.too-long': '{most, number} caracteres como máximo.',
  'maintenance.by': 'Programado por {by}',
  'maintenance.now-until': 'Ahora, hasta {to}',
  'maintenance.span': '{from} a {to}',
  'maintenance.end.which': '{action}: {when}',
  'maintenance.end': 'Finalizar',
  'maintenance.remove': 'Quitar',
  'maintenance.end.title': '¿Finalizar el mantenimiento?',
  'maintenance.end.confirm': 'Finalizar mantenimiento',
  'maintenance.end.help':
    'Las alertas de este dispositivo vuelven a enviar notificaciones de inmediato, también las ya activadas.',
  'maintenance.remove.title': '¿Quitar el periodo de mantenimiento?',
  'maintenance.remove.help':
    'Las alertas de este dispositivo enviarán notificaciones como siempre durante ese periodo.',
}
