import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'thingsboard.attributes': 'Attribute sind ein Objekt mit Werten.',
  'thingsboard.topic': 'Dieses Topic gibt es in der Geräte-API von ThingsBoard nicht.',
  'thingsboard.answer': 'Die Antwort auf eine Anfrage ist JSON.',
  'thingsboard.number': 'Die Nummer der Anfrage fehlt.',
  'thingsboard.gateway': 'Die Nachricht eines Gateways ist ein Objekt.',
  'thingsboard.name': 'Der Name des Geräts fehlt.',
  'thingsboard.name-control': 'Der Name eines Geräts enthält keine Steuerzeichen.',
  'thingsboard.long': 'Die Nachricht ist größer als 64 KiB.',
  'thingsboard.telemetry': 'Telemetrie ist ein Objekt aus Werten, {form} oder ein Array davon.',
  'thingsboard.name-long': 'Der Name eines Geräts hat höchstens {count, number} Zeichen.',
  'thingsboard.children': 'Ein Gateway hat höchstens {count, number} Geräte.',
  'thingsboard.help':
    'Geräte und Gateways mit einer Voreinstellung für ThingsBoard senden über MQTT oder HTTP. Das Zugriffstoken ist der MQTT-Benutzername, ohne Passwort.',
  'thingsboard.access-token': 'Zugriffstoken',
}
