import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'not-sent.alert-deleted': 'Se ha eliminado la alerta.',
  'not-sent.user-deleted': 'Se ha eliminado el usuario.',
  'not-sent.user-disabled': 'El usuario está desactivado.',
  'not-sent.unsubscribed': 'El usuario ha cancelado la suscripción o ya no ve estos dispositivos.',
  'not-sent.out-of-reach': 'El destinatario ya no ve estos dispositivos.',
  'not-sent.switched-off': 'El usuario ha desactivado estos mensajes.',
  'not-sent.phone-missing': 'El usuario no tiene un número de teléfono verificado.',
  'not-sent.phone-changed': 'El número de teléfono ya no está verificado.',
  'not-sent.address-changed': 'La dirección del usuario ha cambiado.',
  'not-sent.sms-limit': 'La entidad ha alcanzado su límite de {limit, number} SMS al día.',
  'not-sent.late': 'No se pudo enviar en un día.',
  'not-sent.expired': 'No se pudo enviar a tiempo.',
  'not-sent.unwritten': 'No se pudo escribir el mensaje. Se volverá a intentar.',
  'not-sent.webhook-removed': 'Se ha quitado el webhook.',
  'not-sent.webhook-entity-disabled': 'La entidad del webhook está desactivada.',
  'not-sent.webhook-off': 'El webhook está desactivado.',
  'not-sent.report-removed': 'Se ha quitado el informe.',
  'not-sent.report-left': 'El usuario ya no recibe este informe.',
  'not-sent.unit-out-of-reach': 'El usuario no ve este dispositivo.',
  'not-sent.sources-of-admins': 'Solo los administradores ven todas las fuentes de este informe.',
  'not-sent.recipient': '{name} no puede recibir este informe. {reason}',
  'not-sent.no-recipients': 'No había ningún destinatario que pudiera recibirlo.',
  'not-sent.too-long': 'El archivo superaba los 10 MB, así que el correo solo tiene un enlace para descargarlo.',
  'not-sent.too-slow': 'Tardó más de diez minutos en escribirse. Elija períodos más cortos.',
  'not-sent.given-up': 'Se intentó durante horas y no se pudo escribir.',
  'not-sent.still-finding':
    'Los eventos de esta tabla aún se estaban buscando cuando se escribió el archivo: pueden faltar algunos.',
}
