import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'thingsboard.attributes': 'Los atributos son un objeto de valores.',
  'thingsboard.topic': 'Este topic no existe en la API de dispositivos de ThingsBoard.',
  'thingsboard.answer': 'La respuesta a una solicitud es JSON.',
  'thingsboard.number': 'Falta el número de la solicitud.',
  'thingsboard.gateway': 'El mensaje de una pasarela es un objeto.',
  'thingsboard.name': 'Falta el nombre del dispositivo.',
  'thingsboard.name-control': 'El nombre de un dispositivo no contiene caracteres de control.',
  'thingsboard.long': 'El mensaje supera los 64 KiB.',
  'thingsboard.telemetry': 'La telemetría es un objeto de valores, {form}, o una matriz de cualquiera de ellos.',
  'thingsboard.name-long': 'El nombre de un dispositivo tiene como máximo {count, number} caracteres.',
  'thingsboard.children': 'Una pasarela tiene como máximo {count, number} dispositivos.',
  'thingsboard.help':
    'Los dispositivos y pasarelas con un ajuste predefinido de ThingsBoard envían por MQTT o HTTP. El token de acceso es el nombre de usuario de MQTT, sin contraseña.',
  'thingsboard.access-token': 'Token de acceso',
}
