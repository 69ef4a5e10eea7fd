import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'positions.osmand.help':
    'En Traccar Client, introduzca esta dirección como URL del servidor y el token como identificador del dispositivo. En OsmAnd, introduzca la segunda dirección en el seguimiento en línea.',
  'positions.owntracks.help':
    'En OwnTracks, elija el modo HTTP e introduzca esta dirección, este nombre de usuario y esta contraseña.',
  'positions.encrypted': 'El mensaje está cifrado.',
  'positions.no-unit': 'Ningún dispositivo tiene este identificador.',
  'positions.device-id': 'Identificador del dispositivo',
  'positions.tracking': 'Dirección de seguimiento en línea',
}
