import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'webhooks.title': 'Webhooks',
  'webhooks.help':
    'Un webhook envía las alertas de una entidad a un programa o una sala de chat cuando se avisa a sus usuarios. Una entidad tiene como máximo {most, number}.',
  'webhooks.entity': 'Entidad',
  'webhooks.failed': 'No se han podido cargar los webhooks',
  'webhooks.none': 'Aún no hay webhooks. Añada uno para enviar alertas a Slack, Teams, ntfy o a su propio sistema.',
  'webhooks.add': 'Añadir webhook',
  'webhooks.add.title': 'Añadir un webhook',
  'webhooks.add.submit': 'Añadir',
  'webhooks.edit': 'Editar',
  'webhooks.edit.title': 'Editar el webhook',
  'webhooks.save': 'Guardar',

  'webhooks.kind': 'Tipo',
  'webhooks.kind.generic': 'Programa propio',
  'webhooks.kind.slack': 'Slack',
  'webhooks.kind.teams': 'Microsoft Teams',
  'webhooks.kind.ntfy': 'ntfy',
  'webhooks.name': 'Nombre',
  'webhooks.name.example': 'Sala de control',
  'webhooks.address': 'Dirección',
  'webhooks.address.generic': 'Donde el programa acepta JSON por POST',
  'webhooks.address.slack': 'La dirección de un webhook entrante',
  'webhooks.address.teams': 'La dirección del flujo «When a Teams webhook request is received»',
  'webhooks.address.ntfy': 'La dirección del servidor con el tema al final',
  'webhooks.address.help':
    'Recibe todas las alertas de la entidad. Quien conozca la dirección de una sala de chat puede escribir en ella: manténgala en secreto.',

  'webhooks.secret':
    'Cada mensaje se firma con este secreto. Solo se muestra ahora. Cópielo en el receptor. Slack, Teams y ntfy no lo necesitan.',
  'webhooks.secret.lost':
    'Solo se muestra ahora. Sin él, el receptor no puede verificar los mensajes y el webhook necesita uno nuevo.',

  'webhooks.state.off': 'Desactivado: no recibe mensajes.',
  'webhooks.state.gave-up': 'Desactivado por el portal {ago}, tras tres días sin éxito.',
  'webhooks.state.failing': 'Fallando desde {ago}.',
  'webhooks.state.new': 'Aún no se ha enviado nada.',
  'webhooks.state.good': 'Funciona: último éxito {ago}.',

  'webhooks.test': 'Enviar una prueba',
  'webhooks.test.failed': 'La prueba no se envió.',
  'webhooks.test.time': '{milliseconds, number} ms',
  'webhooks.test.answer': '{milliseconds, number} ms, respuesta: {answer}',
  'webhooks.switch-on': 'Activar',
  'webhooks.newer': 'No se sobrescribió nada. Se muestra la versión más reciente.',
  'webhooks.off': 'Desactivar',
  'webhooks.off.title': '¿Desactivar {name}?',
  'webhooks.off.text': 'Las alertas que se activen mientras tanto no se envían después.',
  'webhooks.secret.new': 'Secreto nuevo',
  'webhooks.secret.new.title': '¿Crear un secreto nuevo para {name}?',
  'webhooks.secret.new.text':
    'El secreto anterior deja de valer de inmediato. El receptor rechaza los mensajes hasta que tenga el nuevo.',
  'webhooks.remove': 'Quitar',
  'webhooks.remove.title': '¿Quitar {name}?',
  'webhooks.remove.text': 'No recibe más mensajes y los pendientes no se envían.',
  'webhooks.gone': 'El webhook ya no existe.',
  'webhooks.tab': 'Webhooks',
  'webhooks.channel': 'Webhook',
  'webhooks.count': '{total, plural, one {# webhook} other {# webhooks}}',
  'errors.webhook/not-found': 'Webhook no encontrado.',
  'errors.webhook/too-many': 'Una entidad puede tener como máximo 10 webhooks.',
  'errors.webhook/changed':
    'Este webhook se modificó mientras tanto. Cargue la versión más reciente y guarde de nuevo.',
  'webhooks.mail.subject': 'Se ha desactivado el webhook {webhook}',
  'webhooks.mail.what': 'El webhook {webhook} no ha aceptado nada en tres días y se ha desactivado. El último error:',
  'webhooks.mail.act': 'Ya no recibe alertas. Cuando vuelva a funcionar, actívelo en los ajustes y envíe una prueba:',
  'not-sent.webhook-removed': 'Se ha quitado el webhook.',
  'not-sent.webhook-entity-disabled': 'La entidad del webhook está desactivada.',
  'not-sent.webhooks-left-out': 'El portal se inició sin webhooks.',
  'not-sent.webhook-off': 'El webhook está desactivado.',
  'webhooks.test.took': 'El receptor aceptó la prueba con el estado HTTP {status}.',
  'webhooks.test.title': 'Prueba de Fieldwatch',
}
