import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'alert-messages.alarm':
    '{count, plural, =1 {Activada: {alert} en {unit}} one {Activada: {alert} en # dispositivo} other {Activada: {alert} en # dispositivos}}',
  'alert-messages.reminder':
    '{count, plural, =1 {Sigue activada: {alert} en {unit}} one {Sigue activada: {alert} en # dispositivo} other {Sigue activada: {alert} en # dispositivos}}',
  'alert-messages.all-clear':
    '{count, plural, =1 {OK de nuevo: {alert} en {unit}} one {OK de nuevo: {alert} en # dispositivo} other {OK de nuevo: {alert} en # dispositivos}}',
  'alert-messages.ended':
    '{count, plural, =1 {Terminada: {alert} en {unit}} one {Terminada: {alert} en # dispositivo} other {Terminada: {alert} en # dispositivos}}',
  'alert-messages.summary':
    'Ha cambiado varias veces: {alert} en {count, plural, one {# dispositivo} other {# dispositivos}}',
  'alert-messages.summary.triggered':
    '{changes, plural, one {Ha cambiado una vez} other {Ha cambiado # veces}}, ahora activada: {alert} en {unit}',
  'alert-messages.summary.ok':
    '{changes, plural, one {Ha cambiado una vez} other {Ha cambiado # veces}}, ahora OK: {alert} en {unit}',
  'alert-messages.several': '{state}: {names}',
  'alert-messages.several.more': '{state}: {names} y {more, number} más',
  'alert-messages.several.triggered': '{triggered, plural, one {# alerta activada} other {# alertas activadas}}',
  'alert-messages.several.over': '{over, plural, one {# alerta de nuevo OK} other {# alertas de nuevo OK}}',
  'alert-messages.several.both':
    '{triggered, plural, one {# alerta activada} other {# alertas activadas}}, {over, number} de nuevo OK',
  'alert-messages.more': 'y {count, number} más',

  'alert-messages.by-edit': '{line}. Vuelve a estar OK porque se cambió la alerta.',
  'alert-messages.unit-ended': '{unit}: {reason}',
  'alert-messages.event-triggered':
    '{unit}: tabla de eventos {table}: hay un evento en curso desde el {at} ({timeZone})',
  'alert-messages.left-parked':
    '{unit}: tabla de eventos {table}: lugar abandonado estando aparcado el {at} ({timeZone})',
  'alert-messages.event-ok': '{unit}: tabla de eventos {table}: el evento terminó el {at} ({timeZone})',
  'alert-messages.not-arrived': '{unit}: no está en el lugar de {table} a las {at} ({timeZone})',
  'alert-messages.arrived': '{unit}: en el lugar de {table} desde {at} ({timeZone})',
  'alert-messages.unit-silent': '{unit}: sin datos del dispositivo desde el {at} ({timeZone})',
  'alert-messages.unit-sends': '{unit}: de nuevo hay datos del dispositivo desde el {at} ({timeZone})',
  'alert-messages.source-silent': '{unit}: sin datos de {source} desde el {at} ({timeZone})',
  'alert-messages.source-sends': '{unit}: de nuevo hay datos de {source} desde el {at} ({timeZone})',
  'alert-messages.value': '{unit}: {field} era {value} el {at} ({timeZone}) (umbral: {limit})',
  'alert-messages.value-now':
    '{unit}: {field} es {value} el {at}, activada desde {since} ({timeZone}) (umbral: {limit})',
  'alert-messages.no-value': '{unit}: {field} el {at} ({timeZone}) (umbral: {limit})',

  'alert-messages.details': 'Ver, confirmar o posponer la alerta',
  'alert-messages.view': 'Ver la alerta',
  'alert-messages.unsubscribe': 'Cancelar las notificaciones de esta alerta',
  'alert-messages.why':
    'Recibe este correo porque la alerta le pertenece o se ha compartido con usted. Elija las notificaciones que recibe en los ajustes:',
  'alert-messages.open-unit': 'Abrir el dispositivo',
}
