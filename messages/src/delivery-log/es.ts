import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'delivery-log.title': 'Registro de envíos',
  'delivery-log.refresh': 'Actualizar',
  'delivery-log.help':
    'Notificaciones de alertas a personas y webhooks de los últimos 90 días. Los textos de los mensajes no se guardan aquí.',
  'delivery-log.failed': 'No se han podido obtener los datos.',
  'delivery-log.older': 'Mostrar los anteriores',
  'delivery-log.none': 'Aún no hay notificaciones. Aparecen aquí cuando se activa una alerta.',
  'delivery-log.none.filtered': 'Ninguna notificación coincide con el filtro.',
  'delivery-log.row': '{alert} a {recipient}',

  'delivery-log.filter.all': 'Todos',
  'delivery-log.entity': 'Entidad',
  'delivery-log.column.time': 'Hora',
  'delivery-log.column.alert': 'Alerta',
  'delivery-log.column.what': 'Mensaje',
  'delivery-log.column.to': 'Destinatario',
  'delivery-log.channel': 'Canal',
  'delivery-log.state': 'Estado',
  'delivery-log.column.outcome': 'Resultado',

  'delivery-log.channel.mail': 'Correo',
  'delivery-log.channel.sms': 'SMS',
  'delivery-log.kind.alarm': 'Activada',
  'delivery-log.kind.reminder': 'Sigue activada',
  'delivery-log.kind.all-clear': 'De nuevo OK',
  'delivery-log.kind.summary': 'Resumen',
  'delivery-log.kind.ended': 'Finalizada',
  'delivery-log.state.waiting': 'En espera',
  'delivery-log.state.sent': 'Enviado',
  'delivery-log.state.failed': 'Fallido',
  'delivery-log.state.withheld': 'Retenido',

  'delivery-log.outcome.units': 'Sobre {units, plural, one {# dispositivo} other {# dispositivos}}.',
  'delivery-log.outcome.delivered': 'Entregado {at}.',
  'delivery-log.outcome.attempts': '{attempts, plural, one {# intento} other {# intentos}}.',
}
